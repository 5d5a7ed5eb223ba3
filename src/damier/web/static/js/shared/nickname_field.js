/** What somebody who plays by link is called: asked once, and kept by this browser. */
import { el, fill } from "../dom.js";
import { say } from "../language.js";
import { recall, remember } from "../local_storage.js";
import { labelled } from "./labelled_field.js";

/** Letters of a nickname: the server takes no more. */
const MOST = 20;
const KEY = "nickname";

/** The nickname that was given, if one was; from now on it is not asked for again. @returns {string} */
export function takeNickname() {
  const name = recall(KEY, "");
  remember(KEY, name);
  return name;
}

/** A field to give one, or the one that is known already. */
export function nicknameField() {
  const node = el("div", { class: "nickname" });
  const ask = () => {
    const input = el("input", {
      type: "text", name: "nickname", maxlength: MOST, autocomplete: "nickname", placeholder: say("optional"),
      value: recall(KEY, ""), input: () => remember(KEY, input.value.trim()),
    });
    fill(node, labelled(say("Your nickname"), input));
    return input;
  };
  const known = recall(KEY, null);
  if (known === null) ask();
  else {
    fill(node,
      el("span", {}, known ? say("You play as {name}.", { name: known }) : say("You play without a nickname.")), " ",
      el("button", { type: "button", class: "plain", click: () => ask().focus() }, say("Change")));
  }
  return node;
}
