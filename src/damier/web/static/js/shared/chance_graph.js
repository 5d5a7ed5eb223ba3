/** The graph of a review on the page: the drawing, a slider under it, and the same as a table. */
import { draw, el, fill } from "../dom.js";
import { say } from "../language.js";
import { graph, stepAt } from "../pure/chance_graph_shapes.js";
import { capital, odds } from "../pure/formatting.js";
import { byStep, pointsLost, sign } from "../pure/mistakes.js";

/** @import { Plot } from "../pure/chance_graph_shapes.js" */
/** @import { Game, Moment, Review } from "../types.js" */

const HEIGHT = 150;

/**
 * What is drawn: of two seats the chances of the first before each move, of one seat each move's own.
 * @param {Review} review
 * @param {boolean} alone
 * @param {number} total
 * @returns {(number | null)[]}
 */
export function valuesOf(review, alone, total) {
  const moments = byStep(review);
  return [...Array(total + 1).keys()].map((step) => {
    if (!alone) return review.graph[step] ?? null;
    const moment = moments.get(step);
    return moment && moment.judged !== false ? moment.chance : null; // a flag risks nothing
  });
}

export class ChanceGraph {
  /**
   * @param {Game} game
   * @param {number} total
   * @param {(step: number) => void} go
   * @param {(step: number) => string} name  what a step is called
   */
  constructor(game, total, go, name) {
    this.game = game;
    this.alone = game.seats === 1;
    this.name = name;
    /** @type {Plot} */
    this.plot = { width: 600, height: HEIGHT, total, values: [], alone: this.alone, marks: [], step: 0 };
    /** @type {Review | null} */
    this.review = null;
    // Strokes on paper have another colour than pieces.
    const drawn = game.example.marks.some((mark) => mark.kind === "stone") ? " drawn" : "";
    this.svg = draw({ tag: "svg", attrs: { class: `graph${drawn}`, height: HEIGHT, "aria-hidden": "true" } });
    this.slider = el("input", {
      type: "range", min: 0, max: total, step: 1, value: 0, "aria-label": say("Move"),
      input: () => go(Number(this.slider.value)),
    });
    this.svg.addEventListener("pointerdown", (event) => this.point(event, go));
    this.svg.addEventListener("pointermove", (event) => event.buttons % 2 && this.point(event, go));
    // It may be wider than a phone: then it scrolls, with the arrow keys too.
    this.table = el("div", { class: "graph-table scroll", tabindex: 0, role: "group", "aria-label": say("As a table") });
    this.fold = el("details", { class: "fold", toggle: () => this.tabulate() },
      el("summary", {}, say("As a table")), this.table);
    this.node = this.layout();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.svg);
  }

  layout() {
    const [first, second] = this.game.seat_names.map(capital);
    const [top, bottom] = this.alone ? [odds(this.game, 1), odds(this.game, 0)] : [first, second];
    return el("section", { class: "chart", "aria-labelledby": "chances" },
      el("h2", { id: "chances" }, this.title()),
      el("div", { class: "graph-room" },
        el("span", { class: "graph-top quiet small", "aria-hidden": "true" }, top),
        this.svg,
        el("span", { class: "graph-bottom quiet small", "aria-hidden": "true" }, bottom)),
      this.slider, this.fold);
  }

  leave() {
    this.observer.disconnect();
  }

  /** @param {PointerEvent} event @param {(step: number) => void} go */
  point(event, go) {
    go(stepAt(this.plot, event.clientX - this.svg.getBoundingClientRect().left));
  }

  resize() {
    const { width } = this.svg.getBoundingClientRect();
    if (!width || Math.abs(width - this.plot.width) < 1) return;
    this.plot.width = width;
    this.draw();
  }

  /** @param {Review} review @param {number} step */
  show(review, step) {
    const news = this.review !== review;
    this.review = review;
    Object.assign(this.plot, {
      values: valuesOf(review, this.alone, this.plot.total),
      marks: review.moments.filter((one) => sign(one)).map((one) => ({ step: one.ply + 1, verdict: one.verdict })),
      step,
    });
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", this.name(step));
    this.draw();
    if (news) this.tabulate();
  }

  draw() {
    fill(this.svg, graph(this.plot).map(draw));
  }

  /** The table is long: it is made when somebody opens it. */
  tabulate() {
    if (!this.fold.open || !this.review) return;
    const heads = [say("Move"), this.alone ? "" : say("Player"), say("Played"), this.chanceHead(), say("Verdict"),
      say("Cost"), say("Better")];
    fill(this.table, el("table", {},
      el("caption", { class: "unseen" }, this.title()),
      el("thead", {}, el("tr", {}, heads.filter(Boolean).map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, this.review.moments.map((moment) => this.row(moment)))));
  }

  title() {
    if (this.game.risk) return say("The risk of each move");
    return this.alone ? say("The chance of each move") : say("The chances move by move");
  }

  /** Of two seats the table gives the chance of the first, as the drawing does. */
  chanceHead() {
    if (this.game.risk) return say("Risk");
    return this.alone ? say("Winning chance") : say("Chance of {seat}", { seat: this.game.seat_names[0] });
  }

  /** @param {Moment} moment */
  row(moment) {
    const value = this.plot.values[moment.ply + 1];
    const worse = sign(moment) !== "";
    return el("tr", { class: worse ? moment.verdict : null },
      el("th", { scope: "row" }, String(moment.ply + 1)),
      !this.alone && el("td", {}, capital(this.game.seat_names[moment.seat] ?? "")),
      el("td", {}, moment.name),
      el("td", {}, value === null ? "" : odds(this.game, value)),
      el("td", {}, [moment.title, sign(moment)].filter(Boolean).join(" ")),
      el("td", {}, moment.cost > 0 ? String(pointsLost(moment.cost)) : ""),
      el("td", {}, worse ? moment.best_name : ""));
  }
}
