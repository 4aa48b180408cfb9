/** Reads a host's error log in nginx's line form. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { LogLine } from '../../../language/observation.js';

const HEAD = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(\w+)\] \d+#\d+: (?:\*\d+ )?/;

/** A line of the log, and whether a script wrote it. */
interface HostLine extends LogLine {
  readonly script: boolean;
}

/** The lines of a part of a log. A line that does not start as one continues the message before it. */
export function parseLog(text: string): HostLine[] {
  const lines: { level: string; message: string }[] = [];
  for (const raw of text.replace(/\n$/, '').split('\n')) {
    const head = HEAD.exec(raw);
    const last = lines.at(-1);
    if (head !== null) lines.push({ level: head[1] ?? '', message: raw.slice(head[0].length) });
    else if (last !== undefined) last.message += `\n${raw}`;
  }
  return lines.map(({ level, message }) => {
    const own = withoutContext(message);
    return { level, message: own.replace(SCRIPT, ''), script: SCRIPT.test(own) };
  });
}

/** The prefix of lines that scripts log. */
const SCRIPT = /^js: /;

/** The message without the host's description of the connection. */
function withoutContext(message: string): string {
  const context = message.search(/(?: while [a-z ]+)?, client: [^\n]*$/);
  return context === -1 ? message : message.slice(0, context);
}

/** A log file that grows; positions are byte offsets. */
export class ErrorLogReader {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a+');
  }

  /** The position after the last byte written so far. */
  position(): number {
    return fstatSync(this.#file).size;
  }

  /** The lines written since a position. */
  since(position: number): HostLine[] {
    const bytes = Buffer.alloc(this.position() - position);
    readSync(this.#file, bytes, 0, bytes.length, position);
    return parseLog(bytes.toString());
  }

  close(): void {
    closeSync(this.#file);
  }
}
