/* Plays Connect Four: the column with the fewest discs, the middle first.  cc -o engine connect4.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char line[100000];
    int heights[8] = {0}; /* of the columns 1 to 7 */
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \r\n");
        if (word == NULL) continue;
        if (strcmp(word, "damier") == 0) {
            puts("id name lowest (C)\ngames connect4\ndamierok");
        } else if (strcmp(word, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(word, "position") == 0) { /* position setup 7x6 moves 4 4 5 text ......./... */
            int moves = 0;
            memset(heights, 0, sizeof heights);
            while ((word = strtok(NULL, " \r\n")) && strcmp(word, "text") != 0) {
                int column = atoi(word);
                if (moves && column >= 1 && column <= 7) heights[column]++;
                if (strcmp(word, "moves") == 0) moves = 1;
            }
        } else if (strcmp(word, "go") == 0) {
            static const int order[] = {4, 3, 5, 2, 6, 1, 7};
            int best = 4;
            for (int i = 0; i < 7; i++)
                if (heights[order[i]] < heights[best]) best = order[i];
            printf("bestmove %d\n", best);
        } else if (strcmp(word, "quit") == 0) {
            break;
        }
    }
    return 0;
}
