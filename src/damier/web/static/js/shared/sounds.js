/** Soft sounds, made here: a tone is a short sine that fades away. */

/** @typedef {"move" | "capture" | "win" | "loss" | "draw"} Sound */
/** @typedef {{at: number, pitch: number, long: number, loud: number}} Tone  In seconds and hertz; loud is from 0 to 1. */

/**
 * Tones one after the other.
 * @param {number[]} pitches
 * @param {number} apart
 * @param {number} long
 * @param {number} loud
 * @returns {Tone[]}
 */
const row = (pitches, apart, long, loud) => pitches.map((pitch, i) => ({ at: i * apart, pitch, long, loud }));

/** @type {Record<Sound, Tone[]>} */
export const SOUNDS = {
  move: row([330], 0, 0.11, 0.16),
  capture: row([440, 660], 0.07, 0.14, 0.16),
  win: row([523, 659, 784, 1047], 0.11, 0.42, 0.13),
  loss: row([392, 330, 262], 0.16, 0.4, 0.13),
  draw: row([440, 440], 0.18, 0.3, 0.13),
};

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} name */
export function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const tone of SOUNDS[name]) sound(context, tone);
}

/** @param {AudioContext} on @param {Tone} tone */
function sound(on, { at, pitch, long, loud }) {
  const start = on.currentTime + at;
  const [source, volume] = [on.createOscillator(), on.createGain()];
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.94, start + long); // as wood does
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.008); // a jump would click
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(volume).connect(on.destination);
  source.start(start);
  source.stop(start + long + 0.02);
}
