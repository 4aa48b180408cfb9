import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { systemFailure } from '../../host/support/system-errors.js';

/** Writes the number of this process. Throws what nginx would say where that is impossible. */
export function writePid(path: string): void {
  try {
    writeFileSync(path, `${process.pid}\n`);
  } catch (error) {
    throw new Error(systemFailure('open', `"${path}"`, error));
  }
}

/** Takes the file away; one that is gone already is no matter. */
export function removePid(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else was first.
  }
}

/** The number of the process that a file names. Throws what nginx would say where it names none. */
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
