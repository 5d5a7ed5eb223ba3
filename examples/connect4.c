/* Plays Connect Four: the column with the fewest discs.  cc -o engine connect4.c */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[100000];
    int discs[14] = {0}, width = 7; /* how many in each column, from 1 */
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        char word[20] = "";
        sscanf(line, "%19s", word);
        if (strcmp(word, "damier") == 0) {
            puts("id name lowest (C)\ngames connect4\ndamierok");
        } else if (strcmp(word, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(word, "position") == 0) { /* position setup 7x6 moves 4 4 5 text ......./... */
            char *sign = strstr(line, " text ");
            int column = 1;
            memset(discs, 0, sizeof discs);
            for (sign = sign ? sign + 6 : ""; strchr("xo./", *sign) && *sign; sign++) {
                if (*sign == '/') width = column - 1;
                else if (column < 14) discs[column] += *sign != '.';
                column = *sign == '/' ? 1 : column + 1;
            }
        } else if (strcmp(word, "go") == 0) {
            int best = 1;
            for (int column = 2; column <= width; column++)
                if (discs[column] < discs[best]) best = column;
            printf("bestmove %d\n", best);
        } else if (strcmp(word, "quit") == 0) {
            break;
        }
    }
    return 0;
}
