/** A thrown value as the log shows it: the stack of an error, else its string. */
export function describe(thrown: unknown): string {
  try {
    return thrown instanceof Error ? withoutOwnFrames(`${thrown.stack ?? thrown}`) : String(thrown);
  } catch {
    return 'an exception that has no string';
  }
}

/** Frames of the runtime and of the host say nothing to whoever wrote the script. */
const ownFrame = /^ +at .*(?:\bruntime:\d+:\d+|\bnode:|file:\/\/)/;

function withoutOwnFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !ownFrame.test(line))
    .join('\n');
}
