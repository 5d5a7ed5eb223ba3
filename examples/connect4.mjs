#!/usr/bin/env node
// Plays Connect Four: any column that is not full, at random; the same seed plays the same game.
import { createInterface } from "node:readline";

let top = "......."; // the highest row: a column with a disc there is full
let state = 1; // of the chance

function random(below) { // a small generator that can be seeded, which Math.random cannot
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function answer(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] === "damier") {
    console.log("id name random (JavaScript)\ngames connect4\ndamierok");
  } else if (words[0] === "isready") {
    console.log("readyok");
  } else if (words[0] === "newgame") { // newgame connect4 seed 7
    state = Number(words[words.indexOf("seed") + 1] ?? 1) >>> 0;
  } else if (words[0] === "position") { // position setup 7x6 moves 4 4 5 text ......./......./...
    top = (line.split(" text ")[1] ?? top).split("/")[0];
  } else if (words[0] === "go") {
    const legal = [...top].flatMap((sign, column) => (sign === "." ? [column + 1] : []));
    console.log(`bestmove ${legal[random(legal.length)]}`);
  } else if (words[0] === "quit") {
    process.exit(0);
  }
}

createInterface({ input: process.stdin }).on("line", answer);
