#!/usr/bin/env python3
"""Plays Connect Four: wins if it can, else keeps the other from winning, else plays near the middle."""

import sys


def wins(columns, move, player):  # whether this disc makes four in a row
    x, y = move, len(columns[move])  # columns count from 1, rows from 0
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        row = 1
        for sign in 1, -1:
            a, b = x + sign * dx, y + sign * dy
            while 1 <= a <= 7 and 0 <= b < len(columns[a]) and columns[a][b] == player:
                row, a, b = row + 1, a + sign * dx, b + sign * dy
        if row >= 4:
            return True
    return False


columns, turn = [[] for _ in range(8)], 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["damier"]:
        print("id name careful (Python)", "games connect4", "damierok", sep="\n")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:  # position setup 7x6 moves 4 4 5 text ......./...
        columns, turn = [[] for _ in range(8)], 0
        played = words[: words.index("text")] if "text" in words else words
        for move in played[played.index("moves") + 1 :] if "moves" in played else []:
            columns[int(move)].append(turn)
            turn = 1 - turn
    elif words[:1] == ["go"]:
        legal = [move for move in (4, 3, 5, 2, 6, 1, 7) if len(columns[move]) < 6]
        best = next((m for who in (turn, 1 - turn) for m in legal if wins(columns, m, who)), legal[0])
        print(f"info rank 1 line {best}\nbestmove {best}")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
