/** An engine's opinion as elements: who stands better, the best lines, every move, and whose opinion it is. */
import { steps } from "../board/continuation.js";
import { el, fill } from "../dom.js";
import { language, say } from "../language.js";
import { capital, counted, odds, percent } from "../pure/formatting.js";
import { emblem, spoken } from "./players_panel.js";

/** @import { Analysis, Game, Line, Reason, Scene, Step } from "../types.js" */

/** How far from the middle a standing must be before anybody is said to stand better. */
const EVEN = 0.02;

/**
 * Who stands better, in a sentence: "Yellow stands better: 63 %".
 * @param {number} standing  expected points of the first seat
 * @param {Pick<Game, "seats" | "seat_names" | "risk">} game
 */
export function standingWords(standing, game) {
  if (game.risk) return say("Risk of the best move: {share}", { share: odds(game, standing) });
  if (game.seats === 1) return say("Best move: {share}", { share: percent(standing) });
  if (Math.abs(standing - 0.5) < EVEN) return say("Both stand equally well");
  const [seat, share] = standing > 0.5 || game.seats > 2 ? [0, standing] : [1, 1 - standing];
  return say("{seat} stands better: {share}", { seat: capital(game.seat_names[seat]), share: percent(share) });
}

/** The bar beside a board; seat 0 fills it from below, or from the left. */
export class Standing {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.fill = el("span", { class: "standing-fill seat-0" });
    this.share = el("span", { class: "standing-share", "aria-hidden": "true" });
    const ends = [game.seats > 1 ? emblem(game, 1) : null, emblem(game, 0)];
    // Strokes on paper have another colour than pieces.
    const drawn = game.example.marks.some((mark) => mark.kind === "stone") ? " drawn" : "";
    this.node = el("div", {
      class: `standing${game.seats === 2 ? "" : " lone"}${drawn}`,
      role: "meter", "aria-valuemin": 0, "aria-valuemax": 100,
      "aria-label": game.seats > 1 ? say("Who stands better")
        : game.risk ? say("Risk of the best move") : say("How good the best move is"),
    }, el("span", { class: "standing-rest seat-1" }), this.fill, ...ends, this.share);
    this.node.hidden = true;
  }

  /** @param {number | null} standing  nothing where nobody has an opinion yet @param {boolean} [flip] */
  show(standing, flip = false) {
    this.node.hidden = standing === null;
    this.node.classList.toggle("turned", flip);
    if (standing === null) return;
    const share = Math.min(1, Math.max(0, standing));
    const told = counted(this.game, share); // the bar shows what its words tell
    this.node.style.setProperty("--share", String(told));
    this.node.setAttribute("aria-valuenow", String(Math.round(100 * told)));
    this.node.setAttribute("aria-valuetext", standingWords(share, this.game));
    this.node.title = standingWords(share, this.game);
    this.share.textContent = this.game.seats === 1 ? odds(this.game, share) : percent(Math.max(share, 1 - share)).replace(/\s/, ""); // the bar is narrow
    // The share stands where its colour is.
    this.node.classList.toggle("behind", this.game.seats > 1 && share < 0.5);
  }
}

/** @param {Reason[]} why */
export function reasonList(why) {
  return el("ul", {}, why.map((reason) => el("li", {}, capital(reason.text))));
}

/** A continuation in words: "d3, e3, d4". @param {Step[]} all @param {number} [most] */
export function continued(all, most = 8) {
  return all.slice(0, most).map((step) => step.name).join(" ") + (all.length > most ? " …" : "");
}

/**
 * What depth and nodes say, for who wants to know: "depth 9 · 12k positions".
 * @param {Pick<Analysis, "depth" | "nodes">} analysis
 */
export function effort({ depth, nodes }) {
  const short = new Intl.NumberFormat(language(), { notation: "compact", maximumFractionDigits: 1 });
  return [
    depth > 0 && say("depth {n}", { n: depth }),
    nodes > 0 && say("{count} positions", { count: short.format(nodes) }),
  ].filter(Boolean).join(" · ");
}

/** The best lines while an engine thinks. Rows stay where they are, so that focus and pointer do too. */
export class Lines {
  /**
   * @param {Game} game
   * @param {(steps: Step[]) => void} tell  shows a continuation on the board; none hides it
   * @param {(line: Line | null) => void} [heed]  told which line is pointed at
   * @param {number} [most]
   */
  constructor(game, tell, heed = () => {}, most = 5) {
    this.game = game;
    this.tell = tell;
    this.heed = heed;
    this.most = most;
    /** @type {Analysis | null} */
    this.analysis = null;
    /** The row whose continuation is shown. @type {number | null} */
    this.told = null;
    /** Whether a tap has fixed it: a finger cannot hover. */
    this.fixed = false;
    this.node = el("ol", { class: "lines", "aria-label": say("Best moves") });
  }

  /** @param {Analysis | null} analysis @param {Scene | null} scene */
  show(analysis, scene) {
    this.analysis = analysis;
    const lines = analysis ? analysis.lines.slice(0, this.most) : [];
    while (this.node.children.length > lines.length) this.node.lastElementChild?.remove();
    lines.forEach((line, rank) => {
      const row = this.node.children[rank] ?? this.node.appendChild(this.row(rank));
      const button = /** @type {HTMLElement} */ (row.firstElementChild);
      fill(button, ...lineWords(line, scene ? spoken(scene, this.game, line) : line.name));
    });
    if (this.told !== null) this.point(this.told < lines.length ? this.told : null);
  }

  /** @param {number} rank */
  row(rank) {
    const leave = () => !this.fixed && this.point(null);
    return el("li", {}, el("button", {
      type: "button", class: "line", "aria-pressed": "false",
      mouseenter: () => !this.fixed && this.point(rank), mouseleave: leave,
      focus: () => !this.fixed && this.point(rank), blur: () => {
        this.fixed = false;
        this.point(null);
      },
      click: () => {
        this.fixed = !(this.fixed && this.told === rank);
        this.point(this.fixed ? rank : null);
      },
    }));
  }

  /** @param {number | null} rank */
  point(rank) {
    const before = this.told;
    this.told = rank;
    [...this.node.children].forEach((row, i) =>
      row.firstElementChild?.setAttribute("aria-pressed", String(this.fixed && i === rank)));
    const line = rank === null ? null : this.analysis?.lines[rank];
    this.heed(line ?? null);
    if (line && this.analysis) this.tell(steps(line, this.analysis.turn));
    else if (before !== null) this.tell([]);
  }
}

/** Why a move is as good as it is. @param {Line | null | undefined} line @param {string} move */
export function lineReasons(line, move) {
  return line && line.why.length > 0 && el("div", { class: "line-why small" },
    el("p", {}, el("strong", {}, say("Why {move}?", { move }))),
    reasonList(line.why));
}

/** @param {Line} line @param {string} move */
function lineWords(line, move) {
  return [
    el("strong", { class: "line-move" }, move),
    el("span", { class: "line-label" }, sampledChance(line), line.label, line.proven && proof()),
    line.then.length > 0 && el("span", { class: "line-then" }, continued(line.then)),
  ];
}

/** Lines stand in the order of their chances: where those were sampled, the label counts something else. @param {Line} line */
function sampledChance({ chance, error }) {
  return error ? el("span", { class: "quiet", title: say("Winning chance") }, percent(chance), " · ") : null;
}

/** Known, not believed: a mark with a word. */
export function proof() {
  return el("span", { class: "proven", title: say("proven") },
    el("span", { "aria-hidden": "true" }, "\u00a0✓"), el("span", { class: "unseen" }, ` (${say("proven")})`));
}

/** Every move with what was said of it, folded: the numbers that made a level choose. */
export class AllMoves {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {{analysis: Analysis, scene: Scene} | null} */
    this.given = null;
    // Where players count a risk, the opinion is that number already, and a flag risks nothing.
    const titles = [say("Move"), say("Opinion"), ...(game.risk ? [] : [say("Winning chance")])];
    const head = titles.map((title) => el("th", { scope: "col" }, title));
    this.body = el("tbody", {});
    this.node = el("details", { class: "all-moves", toggle: () => this.draw() },
      el("summary", {}, say("All moves")),
      el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("All moves") },
        el("table", {}, el("thead", {}, el("tr", {}, head)), this.body)));
  }

  /** @param {Analysis | null} analysis @param {Scene | null} scene */
  show(analysis, scene) {
    this.given = analysis && scene && { analysis, scene };
    this.node.hidden = !analysis?.lines.length;
    this.draw();
  }

  /** What is folded away is not written. */
  draw() {
    if (!this.node.open || !this.given) return;
    const { analysis, scene } = this.given;
    fill(this.body, analysis.lines.map((line) =>
      el("tr", { class: line.move === analysis.move ? "taken" : null },
        el("th", { scope: "row" }, spoken(scene, this.game, line)),
        el("td", {}, line.label, line.proven && proof()),
        !this.game.risk && el("td", { class: "share" }, percent(line.chance)))));
  }
}

/** Whose opinion it is, what that is, and what its numbers count. @param {Pick<Analysis, "title" | "about" | "legend">} analysis */
export function thinker({ title, about, legend }) {
  return el("p", { class: "thinker quiet small" },
    el("strong", {}, title), about && say(": {words}", { words: about }),
    legend && el("span", { class: "legend" }, say("The numbers: {legend}", { legend })));
}
