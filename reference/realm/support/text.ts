/** Functions of strings as they were before any script ran. */
import { growing, push, unbound } from './intrinsics.js';

const { prototype } = String;
export const { fromCodePoint } = String;
export const charAt: (text: string, at: number) => string = unbound(prototype.charAt);
export const charCodeAt: (text: string, at: number) => number = unbound(prototype.charCodeAt);
export const codePointAt: (text: string, at: number) => number | undefined = unbound(prototype.codePointAt);
export const indexOf: (text: string, sought: string, from?: number) => number = unbound(prototype.indexOf);
export const repeat: (text: string, count: number) => string = unbound(prototype.repeat);
export const slice: (text: string, from: number, to?: number) => string = unbound(prototype.slice);
export const toLowerCase: (text: string) => string = unbound(prototype.toLowerCase);
/** A number with that many decimal places. */
export const toFixed: (value: number, digits: number) => string = unbound(Number.prototype.toFixed);
/** The text of a string or of its wrapper. Throws TypeError for anything else. */
export const unwrapped: (value: unknown) => string = unbound(prototype.toString);
/** `String`, which also converts symbols. */
export const written: (value: unknown) => string = String;

/** ASCII white space. */
export const whiteSpace = '\t\n\f\r ';

/** Converts a value to a string as ECMAScript does, which may call a script's methods. Unlike `String`, it throws for symbols. */
export function textOf(value: unknown): string {
  return `${value}`;
}

/** Whether a text is ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (charCodeAt(text, at) > 0x7f) return false;
  return true;
}

/** The parts of a text between the separators. */
export function split(text: string, separator: string): string[] {
  const parts = growing<string>();
  let from = 0;
  for (let at = indexOf(text, separator); at >= 0; at = indexOf(text, separator, from)) {
    push(parts, slice(text, from, at));
    from = at + separator.length;
  }
  push(parts, slice(text, from));
  return parts;
}

/** The parts in order, with a separator between them. */
export function join(parts: readonly string[], between: string): string {
  let text = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 1) text += between + (parts[at] ?? '');
  return text;
}

/** The text without the given characters. */
export function without(text: string, characters: string): string {
  let kept = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = charAt(text, at);
    if (indexOf(characters, character) < 0) kept += character;
  }
  return kept;
}

/** Replaces each longest run of units for which `isPart` returns true by the result of `made`. */
export function replaceRuns(text: string, isPart: (unit: number) => boolean, made: (run: string) => string): string {
  let result = '';
  let from = 0;
  for (let at = 0; at < text.length; ) {
    if (!isPart(charCodeAt(text, at))) {
      at += 1;
      continue;
    }
    const start = at;
    while (at < text.length && isPart(charCodeAt(text, at))) at += 1;
    result += slice(text, from, start) + made(slice(text, start, at));
    from = at;
  }
  return from === 0 ? text : result + slice(text, from);
}

const { exec } = RegExp.prototype;
const execute: (pattern: RegExp, text: string) => unknown = unbound(exec);

/** Whether a pattern matches; it must not have flags that keep state. */
export function matches(pattern: RegExp, text: string): boolean {
  return execute(pattern, text) !== null;
}

const { encodeURIComponent: encoded } = globalThis;

/** `encodeURIComponent`. */
export const uriComponent: (text: string) => string = encoded;
