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
 * @property {Record<string, string>} moves  Which gesture makes which move: Game.gestures says how they are made.
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
 * @property {string | null} [nickname]  What a person calls themselves, who plays by link.
 *
 * @typedef {{seat: number, phrase: string}} Phrase  What somebody at a table has just said, by its key.
 *
 * @typedef {object} ReachableLink  A link to a page of ours as others reach it.
 * @property {string} link
 * @property {string} qr  The same as a picture.
 * @property {boolean} local  Whether only this machine reaches it.
 * @property {string | null} command  How the server would have to be started for others.
 * @property {string | null} address  Where they would find it then.
 *
 * @typedef {object} Ended
 * @property {string} ending
 * @property {number[]} points
 * @property {string} reason
 * @property {string} words  The whole sentence: "yellow wins: four in a row".
 * @property {string} [mistake]  What the game says of the move that lost it.
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
 * @property {string[]} names  The moves as people read them.
 * @property {At | null} last
 * @property {Ended | null} ended
 * @property {boolean} practice
 * @property {Solo | null} [solo]  In a game for one.
 * @property {boolean} thinking
 * @property {string | null} problem
 * @property {string | null} [preparing]  What is said while a hint waits for the compiler.
 * @property {string} position  What can be seen, as one line of text.
 * @property {string | null} [start]  The position that it began with, where the options do not give it.
 * @property {number} redo  How many moves can be made again.
 * @property {boolean} owner  Whether this browser made the table.
 * @property {boolean} shared  Whether people play from different places: no advice before the end.
 * @property {number[]} waiting  Seats of people who have not come yet.
 * @property {Record<string, string>} invitations  By waiting seat, for the owner.
 * @property {Clock | null} clock
 * @property {Offers} offers
 * @property {Record<string, number>} [away]  By seat of people who are not there now: for how many seconds.
 * @property {number | null} [claim_in]  In how many seconds the win can be claimed against whoever has left.
 * @property {Record<string, number>} done_acts  By page of this browser: the number of its last act that is done.
 * @property {string | null} next  The table of the rematch.
 * @property {number} pace  Seconds between the moves of engines that play alone.
 * @property {boolean} paused
 * @property {number} created
 * @property {number} updated
 *
 * @typedef {object} Offers  Which seat has offered it, and whose offer was declined since the last move.
 * @property {number | null} draw
 * @property {number | null} undo
 * @property {number | null} [draw_declined]
 * @property {number | null} [undo_declined]
 *
 * @typedef {object} Clock
 * @property {number[]} left  Seconds by seat at the moment of sending.
 * @property {number} main  Seconds that each had at the beginning.
 * @property {number} increment
 * @property {boolean} running
 *
 * @typedef {object} Solo  What somebody who plays alone is told of the own play.
 * @property {string} board  By what results on this board are remembered: "expert no_guess=1".
 * @property {{seed: string, first: string} | null} [again]  Once all is shown: what lays the same board again.
 * @property {number | null} seconds  From the first move but for notes to the moment of sending, or to the end.
 * @property {boolean} running
 * @property {number | null} needed  How many moves the board needs at least (3BV), once all of it is shown.
 *
 * @typedef {object} TableLine  A game in a list.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Player[]} players
 * @property {number} turn
 * @property {number} moves
 * @property {number[]} you
 * @property {boolean} ended
 * @property {string | null} words  How it ended.
 * @property {"open" | "won" | "lost" | "drawn" | "over"} result
 * @property {boolean} shared
 * @property {number} created
 * @property {number} updated
 * @property {Scene | null} scene  None of a very large board.
 *
 * @typedef {object} Ply  A moment of a game: after so many moves.
 * @property {number} ply
 * @property {number} turn
 * @property {string | null} move
 * @property {At | null} last
 * @property {Scene} scene
 * @property {string} position
 *
 * @typedef {object} Position  A position without a table.
 * @property {string} game
 * @property {string} title
 * @property {string} position
 * @property {Record<string, string | number> | null} options
 * @property {string | null} [board]  By what results on a board with these options are remembered.
 * @property {string[] | null} moves
 * @property {string[]} names  The moves that were made from where it began, as people read them.
 * @property {string[]} examples  A few moves that can be made here, as people read them.
 * @property {number} turn
 * @property {number} seats
 * @property {Scene} scene
 * @property {At | null} last
 * @property {string | null} ended
 * @property {boolean} playable
 * @property {string[]} [levels]  Which levels play on this board.
 * @property {boolean} [continuable]  Whether a game can begin with it.
 * @property {string | null} [understood]  As what a pasted text was understood.
 *
 * @typedef {object} Piece  Something to put on a board.
 * @property {string} key
 * @property {string} title
 * @property {string} letter  The key that chooses it.
 * @property {string} kind  How it is drawn, as a mark.
 * @property {number | null} seat
 * @property {string[]} tags
 *
 * @typedef {{about: string, pieces: Piece[], gestures: Gestures}} Editor  How positions are set up by hand.
 *
 * @typedef {object} Setting  What a position holds besides the board.
 * @property {string} key
 * @property {string} title
 * @property {number} value
 * @property {number} low
 * @property {number} high
 * @property {string[]} choices  Names of the values from low on; none of a plain number.
 *
 * @typedef {object} Draft  A board under construction.
 * @property {string} draft
 * @property {Scene} scene  Its moves are places to put something.
 * @property {Record<string, string | number>} options
 * @property {string | null} preset
 * @property {Setting[]} settings
 * @property {string | null} problem  Why nobody can play on from it yet.
 * @property {string | null} position
 * @property {number | null} turn
 * @property {string | null} ended
 *
 * @typedef {object} Edit  What POST /positions/edit takes.
 * @property {string} game
 * @property {string} [draft]
 * @property {string} [setup]
 * @property {Record<string, string | number>} [options]
 * @property {string} [piece]
 * @property {string} [place]
 * @property {string} [setting]
 * @property {number} [value]
 *
 * @typedef {{key: string, title: string, count: number}} Grade  How hard puzzles are, and how many there are.
 *
 * @typedef {object} Puzzle  A position in which exactly one move is right.
 * @property {boolean} [one_move]  Whether that move is all; else the game is to be won.
 * @property {string} grade
 * @property {number} number
 * @property {number} count
 * @property {number} seat  Who is to move and to win.
 * @property {string} task
 * @property {Position} position
 *
 * @typedef {object} Tried  A move of a puzzle, judged.
 * @property {boolean} right
 * @property {boolean} solved
 * @property {string} words
 * @property {Reason[]} why
 * @property {string | null} reply
 * @property {string | null} task  What is still to be done after a right move.
 * @property {Position} position
 *
 * @typedef {{move: string, name: string, at: At | null, why: Reason[]}} PuzzleHint
 *
 * @typedef {object} NewPosition  What POST /positions takes.
 * @property {string} game
 * @property {string} [setup]
 * @property {Record<string, string | number>} [options]
 * @property {string[]} [moves]
 * @property {string} [position]
 * @property {string} [pasted]  Whatever somebody has of a position.
 *
 * @typedef {{taken: number, tables: string[], refused: {line: number, problem: string}[]}} Imported
 *
 * @typedef {{move: string, name: string, at: At | null, seat: number, gesture?: string | null}} Step
 *   The gesture says how the move is made, for who is offered no moves.
 *
 * @typedef {{text: string, cells: At[]}} Reason
 *
 * @typedef {object} Line  An opinion on one move.
 * @property {string} move  As the game writes it.
 * @property {string} name  As people read it.
 * @property {At | null} at
 * @property {string} label  Short, for the board: "wins in 5".
 * @property {string} [short]  The same in fewer words, for a cell of the board.
 * @property {number} [heat]  How good it is beside the others, from 0 to 1; by its chance where nobody says.
 * @property {number} chance  Expected points from 0 to 1.
 * @property {number} [error]  The standard error of the chance, where it was sampled.
 * @property {number} value
 * @property {boolean} proven
 * @property {Reason[]} why
 * @property {Step[]} then  What is expected after the move.
 * @property {string | null} [gesture]  How the move is made: a wall at a corner lies flat or upright.
 *
 * @typedef {{at: At, label: string}} Label  A short word on a place of the board, a move's or not.
 *
 * @typedef {object} Analysis
 * @property {string} level
 * @property {string} title
 * @property {string} about
 * @property {string} [legend]  What its numbers count: "steps of lead".
 * @property {number} turn
 * @property {number} standing  Expected points of the first seat, from 0 to 1.
 * @property {string} move  As the game writes it.
 * @property {string} name  As people read it.
 * @property {At | null} at
 * @property {Reason[]} why
 * @property {boolean} tells_result  Whether the first reason says what the move comes to.
 * @property {Line[]} lines
 * @property {Label[]} labels
 * @property {number} depth
 * @property {number} nodes
 *
 * @typedef {object} Answer  To what is asked about a place.
 * @property {string} words
 * @property {At | null} at
 * @property {Reason[]} why
 * @property {string} title
 * @property {string} about
 *
 * @typedef {Analysis & {version: number, ply: number, final: boolean}} Pushed  While an engine thinks.
 *
 * @typedef {object} Moment  One move of a finished game, judged.
 * @property {number} ply
 * @property {number} seat
 * @property {string} move  As the game writes it.
 * @property {string} name  As people read it.
 * @property {At | null} at
 * @property {string} label
 * @property {number} chance
 * @property {string} best
 * @property {string} best_name
 * @property {At | null} best_at
 * @property {string | null} [gesture]  How it was made: a dig, a wall that lies flat or upright.
 * @property {string | null} [best_gesture]  How the better move is made: a wall lies flat or upright.
 * @property {string} best_label
 * @property {string} [short]  The label in fewer words, for a cell of the board.
 * @property {string} [best_short]
 * @property {number} best_chance
 * @property {number} cost
 * @property {"best" | "good" | "unclear" | "inaccuracy" | "mistake" | "blunder"} verdict
 * @property {boolean} [judged]  Whether anybody has an opinion on it: not on a flag.
 * @property {string} title
 * @property {string | null} remark
 * @property {Reason[]} why
 * @property {Step[]} then
 * @property {boolean} proven
 *
 * @typedef {object} Review
 * @property {"none" | "running" | "done" | "failed"} state
 * @property {string | null} problem
 * @property {number} done
 * @property {number} total
 * @property {string | null} level
 * @property {string | null} title
 * @property {string | null} about
 * @property {(number | null)[]} accuracy
 * @property {(number | null)[]} graph
 * @property {Moment[]} moments
 *
 * @typedef {object} Option  Something to choose before the first move.
 * @property {string} name
 * @property {string} about
 * @property {"size" | "whole" | "choice" | "switch"} kind
 * @property {any} [low]
 * @property {any} [high]
 * @property {string[]} [values]
 * @property {Record<string, string>} [titles]  What people read for values: "without guessing" for the 1 of a switch.
 * @property {boolean} [apart]  Whether it goes with every board, one that has a name too.
 * @property {string | number | null} usual
 *
 * @typedef {object} Level
 * @property {string} key
 * @property {string} title
 * @property {string} about
 * @property {string} [flaw]  What it does wrong.
 * @property {boolean} [extra]  Whether it is offered under "More opponents" where there are many.
 * @property {string[]} [fits]  The presets it plays on; all where the server does not say.
 * @property {Record<string, string>} [ratings]  How strong it was found to be, by preset: "Elo 1240 (1180 to 1300)".
 *
 * @typedef {"plain" | "second" | "double" | "shift"} Click  "second" is the right button or a long press.
 *
 * @typedef {object} Gesture  How a move is made by hand.
 * @property {string} title  Its name, for sentences that also name the place; "" where the move is said as written.
 * @property {Click} click
 * @property {string} key  The letter that makes it; Enter and Space make the first move that a mark offers.
 * @property {string} about  What its key does, where it has no title.
 * @property {string} ghost  The kind of mark that the pointer shows beforehand; "" is a frame.
 * @property {"" | "flat" | "upright"} arm  At a corner, the line that a pointer must be on.
 * @property {boolean} [digits]  Whether a digit makes it in the column of that number, counted from the left.
 * @property {string} [written]  The move as it is written at a place, by its {name} or {column}; by its name if not told.
 *
 * @typedef {Record<string, Gesture>} Gestures  By the names in Mark.moves; a name that is missing is a plain click.
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
 * @property {Gestures} gestures
 * @property {Scene} example
 * @property {boolean} clocks
 * @property {boolean} hidden
 * @property {boolean} [editable]  Whether positions can be set up by hand.
 * @property {boolean} risk  Whether its players count the chance of losing.
 * @property {boolean} puzzles  Whether it has puzzles.
 * @property {{title: string, key: string} | null} [inquiry]  What can be asked about a place of the board.
 *
 * @typedef {{words: string, scene: Scene, pointed: At[]}} RulePicture  A rule that is shown.
 *
 * @typedef {object} Setup  What POST /tables takes.
 * @property {string} game
 * @property {string} [setup]
 * @property {Record<string, string | number>} [options]
 * @property {string[]} players
 * @property {number[]} [yours]  Which people's seats this browser takes; the others are invited.
 * @property {{main: number, increment: number} | null} [clock]
 * @property {number} [pace]
 * @property {string[]} [moves]
 * @property {string} [seed]  Its digits: it may be larger than a number of ours.
 * @property {string} [nickname]  Where others are invited.
 * @property {string} [position]  The position that it begins with.
 *
 * @typedef {object} TournamentLine  A tournament in a list.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string[]} players
 * @property {number} played
 * @property {number} total
 * @property {"running" | "finished" | "stopped"} state
 * @property {number} updated
 *
 * @typedef {object} Row  One player in the table of a tournament.
 * @property {number} entry  By which its games can be asked for.
 * @property {string} name
 * @property {string} rating  In words: "+120 +/- 35".
 * @property {number} value  Elo, or in a game for one the share of boards won.
 * @property {number | null} low  Between low and high lies the truth; null where nothing bounds it.
 * @property {number | null} high
 * @property {number} points
 * @property {number} games
 * @property {number} different  How many of the games are left when a repeated pair counts once.
 * @property {number} score
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} forfeits
 * @property {number | null} speed
 *
 * @typedef {{points: number, games: number, wins: number, draws: number, losses: number}} Met  Of two players.
 *
 * @typedef {object} SequentialTest
 * @property {number} llr
 * @property {number} lower
 * @property {number} upper
 * @property {number} elo0
 * @property {number} elo1
 * @property {"H0" | "H1" | null} verdict
 *
 * @typedef {object} Standings
 * @property {boolean} alone  Whether it is a game for one.
 * @property {number} counted  How many games the table knows of.
 * @property {string | null} limit
 * @property {Row[]} rows  Best first.
 * @property {(Met | null)[][]} cross  In the order of the rows.
 * @property {SequentialTest | null} test
 * @property {string[]} remarks
 * @property {string} command
 *
 * @typedef {TournamentLine & Standings} Tournament
 *
 * @typedef {object} ArenaGame  A game of a tournament.
 * @property {number} number
 * @property {{entry: number, name: string, seat: string}[]} sides
 * @property {number[]} points
 * @property {string} words  Who won.
 * @property {string} ending
 * @property {number} moves
 * @property {number} opening  How many moves were made before the engines began.
 *
 * @typedef {{label: string | null, chance: number | null, proven: boolean, depth: number, nodes: number}} View
 *   What an engine thought of the move that it made.
 *
 * @typedef {object} Replay
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string | number>} options
 * @property {number} played  How many games the tournament has.
 * @property {string[]} notation
 * @property {string[]} names  The moves as people read them.
 * @property {number[]} turns
 * @property {(View | null)[]} views
 * @property {(number | null)[]} graph
 * @property {Ply} end
 *
 * @typedef {ArenaGame & Replay} PlayedGame  One to be replayed.
 *
 * @typedef {object} Shape  An SVG element as data, so that drawing is tested without a browser.
 * @property {string} tag
 * @property {Record<string, string | number>} [attrs]
 * @property {string} [text]
 * @property {Shape[]} [children]
 */

export {};
