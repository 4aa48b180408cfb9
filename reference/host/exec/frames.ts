import { types } from 'node:util';

/** Frames of the runtime and of the host say nothing to whoever wrote the script. */
const ownFrame = /^\s+at .*(?:\bruntime:\d+:\d+|\bnode:|file:\/\/|\/host\/bundled\/script-thread\.cjs:)/;

/** A message without such frames. */
export function withoutOwnFrames(message: string): string {
  const lines = message.split('\n');
  return lines.filter((line) => !ownFrame.test(line)).join('\n');
}

/**
 * From now on scripts of this thread, too, read no such frames in `stack`. It is the engine's own hook: what it writes down is a text,
 * and no function of it reaches a script. Errors of the host keep their frames.
 */
export function hideOwnFrames(): void {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `    at ${frame}`);
    const shown = isOfHost(error) ? lines : lines.filter((line) => !ownFrame.test(line));
    return [headOf(error), ...shown].join('\n');
  };
}

/** What a script made of its error may throw something that is the host's. */
function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

/** Proxies, which scripts may have put in a prototype's place, are not asked. */
function isOfHost(error: object): boolean {
  let prototype: object | null = error;
  while (prototype !== null && !types.isProxy(prototype)) {
    if (prototype === Error.prototype) return true;
    prototype = Object.getPrototypeOf(prototype);
  }
  return false;
}
