import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { systemFailure } from '../../host/support/system-errors.js';

/** Writes the number of this process. On failure, throws nginx's message. */
export function writePid(path: string): void {
  try {
    writeFileSync(path, `${process.pid}\n`);
  } catch (error) {
    throw new Error(systemFailure('open', `"${path}"`, error));
  }
}

/** Removes the file; a missing one is ignored. */
export function removePid(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process has removed it.
  }
}

/** The process number in a file. If there is none, throws nginx's message. */
export function readPid(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch (error) {
    throw new Error(systemFailure('open', `"${path}"`, error));
  }
  const written = text.replace(/[\r\n]+$/, '');
  if (!/^[1-9]\d*$/.test(written)) throw new Error(`invalid PID number "${written}" in "${path}"`);
  return Number(written);
}
