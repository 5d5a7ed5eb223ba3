#!/usr/bin/env python3
"""Plays Connect Four: wins if it can, else keeps the other from winning, else plays near the middle."""

import sys


def wins(columns, x, sign):  # whether a disc in column x makes four in a row
    y = len(columns[x])
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        row = 1
        for way in 1, -1:
            a, b = x + way * dx, y + way * dy
            while 0 <= a < len(columns) and 0 <= b < len(columns[a]) and columns[a][b] == sign:
                row, a, b = row + 1, a + way * dx, b + way * dy
        if row >= 4:
            return True
    return False


text = "......./......./......./......./......./......."
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["damier"]:
        print("id name careful (Python)", "games connect4", "damierok", sep="\n")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:  # position setup 7x6 moves 4 4 5 text ......./......./...
        text = line.partition(" text ")[2].strip() or text
    elif words[:1] == ["go"]:
        rows = text.split("/")[::-1]
        columns = [[row[x] for row in rows if row[x] != "."] for x in range(len(rows[0]))]
        mine, other = "xo" if text.count("x") == text.count("o") else "ox"
        legal = [x for x in range(len(columns)) if len(columns[x]) < len(rows)]
        legal.sort(key=lambda x: abs(x - len(columns) // 2))  # the middle first
        best = next((x for sign in (mine, other) for x in legal if wins(columns, x, sign)), legal[0])
        print(f"info rank 1 line {best + 1}\nbestmove {best + 1}")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
