import type { EngineFrame } from '../../port/runtime.js';
import { each, type Growing, getPrototypeOf, growing, isObject, mapped, ownProperty, push } from './intrinsics.js';
import { slice, written } from './text.js';

/** The file of the realm's own code. */
const runtime = 'runtime';

let isProxy: (value: object) => boolean = () => false;

/** `test` returns whether an object is a proxy. */
export function detectProxiesBy(test: (value: object) => boolean): void {
  isProxy = test;
}

/**
 * The text of an error's `stack`: its name and message, and the frames of scripts. Frames of the runtime and of the host are omitted; only
 * errors of the host show them. The result is a string whatever a script has done to its error.
 */
export function stackOf(error: object, frames: readonly EngineFrame[], isOwn: boolean): string {
  let text = headOf(error);
  each(isOwn ? linesOf(frames) : mapped(frames, (frame) => frame.toString()), (line) => {
    text += `\n    at ${line}`;
  });
  return text;
}

/**
 * Like `Error.prototype.toString`, but runs no code of a script. The engine itself would write the `stack` of an error thrown there, with
 * frames of the host. If a getter provides `name`, the name of the class is used.
 */
function headOf(error: object): string {
  const name = textIn(error, 'name') ?? textIn(valueIn(error, 'constructor'), 'name') ?? 'Error';
  const message = textIn(error, 'message') ?? '';
  return name === '' || message === '' ? name + message : `${name}: ${message}`;
}

function textIn(value: unknown, key: string): string | undefined {
  const text = valueIn(value, key);
  return text === undefined || typeof text === 'symbol' || isObject(text) ? undefined : written(text);
}

/** The value of a property, without calling a getter or a proxy. */
function valueIn(value: unknown, key: string): unknown {
  for (let holder = value; isObject(holder) && !isProxy(holder); holder = getPrototypeOf(holder)) {
    const property = ownProperty(holder, key);
    if (property !== undefined) return property.value;
  }
  return undefined;
}

function linesOf(frames: readonly EngineFrame[]): readonly string[] {
  const lines = growing<string>();
  // Built-in functions are shown if a script has called them.
  let builtIn = growing<string>();
  for (let at = 0; at < frames.length; at += 1) {
    const frame = frames[at];
    // The frames below belong to another entry into the realm.
    if (frame === undefined || isOfHost(frame)) break;
    if (isOfRuntime(frame)) builtIn = growing();
    else if (isBuiltIn(frame)) push(builtIn, frame.toString());
    else {
      builtIn = moved(builtIn, lines);
      push(lines, lineOf(frame));
    }
  }
  return lines;
}

function moved(from: Growing<string>, to: Growing<string>): Growing<string> {
  each(from, (line) => push(to, line));
  return growing();
}

/** Whether a frame is the host's. Evaluated code may have any name. */
function isOfHost(frame: EngineFrame): boolean {
  if (frame.isEval()) return false;
  const scheme = slice(frame.getScriptNameOrSourceURL() ?? '', 0, 5);
  return scheme === 'node:' || scheme === 'file:';
}

const isOfRuntime = (frame: EngineFrame): boolean => frame.getScriptNameOrSourceURL() === runtime && !frame.isEval();

const isBuiltIn = (frame: EngineFrame): boolean => (frame.getScriptNameOrSourceURL() ?? '') === '' && !frame.isEval();

/** The engine also shows where code was evaluated, which may be in the runtime. */
function lineOf(frame: EngineFrame): string {
  if (!frame.isEval()) return frame.toString();
  const place = `${frame.getScriptNameOrSourceURL() ?? '<anonymous>'}:${frame.getLineNumber() ?? 0}:${frame.getColumnNumber() ?? 0}`;
  return `${frame.getFunctionName() ?? '<anonymous>'} (${place})`;
}
