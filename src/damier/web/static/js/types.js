/**
 * What the server sends, as types. Nothing here runs.
 *
 * @typedef {[number, number]} At  A place on the lattice, x to the right and y down: [1, 1] is the top left cell.
 *
 * @typedef {object} Mark  One thing on the board.
 * @property {At} at
 * @property {string} kind  What it is, for its style: "disc", "wall", "cover".
 * @property {string} glyph  How a terminal draws it; how we draw a kind that we do not know.
 * @property {string} name  The coordinate people say: "d3".
 * @property {number | null} seat  Whose it is.
 * @property {Record<string, string>} moves  Which gesture makes which move; the first is the plain click.
 * @property {string[]} tags  More for its style: "win", "n3".
 *
 * @typedef {object} Scene  A board to draw.
 * @property {number} width  Cells across.
 * @property {number} height  Cells down.
 * @property {string} grid  What lies between the cells: "lines", "dots", "gaps" or "none".
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {Mark[]} marks
 * @property {{seat: number, text: string}[]} status
 *
 * @typedef {object} Player
 * @property {number} seat
 * @property {string} name
 * @property {"person" | "level"} kind
 * @property {string} title
 *
 * @typedef {object} Ended
 * @property {string} ending
 * @property {number[]} points
 * @property {string} reason
 * @property {string} words  The whole sentence: "yellow wins: four in a row".
 *
 * @typedef {object} Table  One game as this browser may see it.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string | number>} options
 * @property {Player[]} players
 * @property {number[]} you  The seats that this browser holds.
 * @property {number} version
 * @property {number} turn
 * @property {"person" | "level" | null} to_move
 * @property {Scene} scene
 * @property {string[]} moves
 * @property {At | null} last
 * @property {Ended | null} ended
 * @property {boolean} practice
 * @property {boolean} thinking
 * @property {string | null} problem
 *
 * @typedef {object} TableLine  A game in a list.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Player[]} players
 * @property {number} turn
 * @property {number} moves
 * @property {boolean} ended
 * @property {Scene} scene
 *
 * @typedef {{text: string, cells: At[]}} Reason
 *
 * @typedef {object} Line  An opinion on one move.
 * @property {string} move
 * @property {At | null} at
 * @property {string} label  Short, for the board: "wins in 5".
 * @property {number} chance  Expected points from 0 to 1: the colour on the heat map.
 * @property {number} value
 * @property {boolean} proven
 * @property {Reason[]} why
 *
 * @typedef {object} Analysis
 * @property {string} level
 * @property {string} move
 * @property {At | null} at
 * @property {Reason[]} why
 * @property {Line[]} lines
 * @property {number} depth
 * @property {number} nodes
 *
 * @typedef {object} Option  Something to choose before the first move.
 * @property {string} name
 * @property {string} about
 * @property {"size" | "whole" | "choice"} kind
 * @property {any} low
 * @property {any} high
 * @property {string[] | null} values
 * @property {string | number | null} usual
 *
 * @typedef {object} Level
 * @property {string} key
 * @property {string} title
 * @property {string} about
 * @property {string[]} [fits]  The presets it plays on; all where the server does not say.
 *
 * @typedef {object} Game
 * @property {string} key
 * @property {string} title
 * @property {string} about
 * @property {string[]} rules
 * @property {number} seats
 * @property {string[]} seat_names
 * @property {{key: string, title: string}[]} presets
 * @property {Option[]} options
 * @property {Level[]} levels
 * @property {Record<string, string>} gestures
 * @property {Scene} example
 *
 * @typedef {object} Setup  What POST /tables takes.
 * @property {string} game
 * @property {string} [setup]
 * @property {Record<string, string | number>} [options]
 * @property {string[]} players
 *
 * @typedef {object} Shape  An SVG element as data, so that drawing is tested without a browser.
 * @property {string} tag
 * @property {Record<string, string | number>} [attrs]
 * @property {string} [text]
 * @property {Shape[]} [children]
 */

export {};
