"""From what a board shows to numbers, and from numbers to boxes of cells alike."""

from __future__ import annotations

from damier.jit import inlined, kernel

from .memory import COVERED, MINE, SAFE, UNKNOWN, Memory, whole


@kernel
def lay_out(mem: Memory, width: int, height: int, mines: int) -> None:
    """A covered board of this size; its neighbours are known if the last one had it too."""
    mem.mines = mines
    for cell in range(width * height):
        mem.shown[cell] = COVERED
        mem.known[cell] = UNKNOWN
    if mem.width == width and mem.height == height:
        return
    mem.width, mem.height, mem.cells = width, height, width * height
    for y in range(height):
        for x in range(width):
            cell = y * width + x
            found = 0
            for row in range(max(y - 1, 0), min(y + 2, height)):
                for column in range(max(x - 1, 0), min(x + 2, width)):
                    if row != y or column != x:
                        mem.around[cell, found] = row * width + column
                        found += 1
            mem.degree[cell] = found


@inlined
def is_unknown(mem: Memory, cell: int) -> bool:
    """Whether nothing is known of a covered cell."""
    return bool(mem.shown[cell] == COVERED and mem.known[cell] == UNKNOWN)


@kernel
def prove_beside(mem: Memory, cell: int, waiting: int) -> int:
    """What the number at *cell* proves alone: it has its mines, or no more unknown cells than mines.

    Cells that it proves go behind the *waiting* ones; how many wait then, or -1 if the number cannot be.
    """
    need, unknown = whole(mem.shown[cell]), 0
    for i in range(mem.degree[cell]):
        other = whole(mem.around[cell, i])
        if mem.shown[other] == COVERED:
            need -= int(mem.known[other] == MINE)
            unknown += int(mem.known[other] == UNKNOWN)
    if need < 0 or need > unknown:
        return -1
    if unknown == 0 or 0 < need < unknown:
        return waiting
    for i in range(mem.degree[cell]):
        other = whole(mem.around[cell, i])
        if is_unknown(mem, other):
            mem.known[other] = MINE if need else SAFE
            mem.waiting[waiting] = other
            waiting += 1
    return waiting


@kernel
def prove_simple(mem: Memory) -> bool:
    """All that follows from single numbers, one after the other; False if they contradict each other."""
    waiting = whole(0)
    for cell in range(mem.cells):
        if mem.shown[cell] != COVERED:
            waiting = prove_beside(mem, cell, waiting)
            if waiting < 0:
                return False
    done = 0
    while done < waiting:
        cell = whole(mem.waiting[done])
        done += 1
        for i in range(mem.degree[cell]):
            other = whole(mem.around[cell, i])
            if mem.shown[other] != COVERED:
                waiting = prove_beside(mem, other, waiting)
                if waiting < 0:
                    return False
    return True


@kernel
def read_numbers(mem: Memory) -> bool:
    """The numbers beside unknown cells, those of the same cells once; False if two of these differ."""
    mem.numbers = 0
    for cell in range(mem.cells):
        mem.beside_count[cell] = 0
        mem.box_of[cell] = -1
    for cell in range(mem.cells):
        if mem.shown[cell] == COVERED:
            continue
        number, size = mem.numbers, whole(0)
        need = whole(mem.shown[cell])
        for i in range(mem.degree[cell]):
            other = whole(mem.around[cell, i])
            if mem.shown[other] == COVERED:
                need -= int(mem.known[other] == MINE)
                if mem.known[other] == UNKNOWN:
                    mem.number_cells[number, size] = other
                    size += 1
        if not add_number(mem, size, need):
            return False
    return True


@kernel
def add_number(mem: Memory, size: int, need: int) -> bool:
    """Count the number whose cells were written behind the others, unless it is there already.

    False if it needs less or more mines than can be.
    """
    if need < 0 or need > size:
        return False
    if size == 0:
        return True
    number = mem.numbers
    cell = whole(mem.number_cells[number, 0])
    for i in range(mem.beside_count[cell]):
        twin = whole(mem.beside[cell, i])
        if mem.number_size[twin] == size and same_cells(mem, twin, number, size):
            return bool(mem.need[twin] == need)
    mem.number_size[number] = size
    mem.need[number] = need
    for i in range(size):
        cell = whole(mem.number_cells[number, i])
        mem.beside[cell, mem.beside_count[cell]] = number
        mem.beside_count[cell] += 1
    mem.numbers += 1
    return True


@inlined
def same_cells(mem: Memory, one: int, other: int, size: int) -> bool:
    """Whether two numbers of the same size have the same cells, which stand in the order of the board."""
    same = True
    for i in range(size):
        same = same and mem.number_cells[one, i] == mem.number_cells[other, i]
    return same


@kernel
def fill_boxes(mem: Memory, number: int) -> None:
    """Put the cells of the numbers from *number* on into boxes, each into the box of those alike."""
    for each in range(number, mem.numbers):
        mem.number_boxes[each] = 0
    for each in range(number, mem.numbers):
        for i in range(mem.number_size[each]):
            cell = whole(mem.number_cells[each, i])
            if mem.beside[cell, 0] == each:
                put_into_box(mem, cell, each)


@kernel
def put_into_box(mem: Memory, cell: int, number: int) -> None:
    """Put a cell into the box of those alike: all of them have the same *number* first."""
    degree = whole(mem.beside_count[cell])
    for i in range(mem.number_boxes[number]):
        box = whole(mem.boxes_beside[number, i])
        if mem.box_degree[box] == degree and mem.box_numbers[box, 0] == number:
            alike = True
            for j in range(1, degree):
                alike = alike and mem.box_numbers[box, j] == mem.beside[cell, j]
            if alike:
                mem.box_cells[box, mem.box_size[box]] = cell
                mem.box_size[box] += 1
                mem.box_of[cell] = box
                return
    box = mem.boxes
    mem.boxes += 1
    mem.box_of[cell] = box
    mem.box_size[box] = 1
    mem.box_cells[box, 0] = cell
    mem.box_degree[box] = degree
    mem.placed[box] = 0
    for j in range(degree):
        other = whole(mem.beside[cell, j])
        mem.box_numbers[box, j] = other
        mem.boxes_beside[other, mem.number_boxes[other]] = box
        mem.number_boxes[other] += 1
