/** Reports the progress of a run. */
import { printableLine } from '../../reports/printable.js';
import { numeral, wholePercent } from '../../reports/wording.js';

/** Milliseconds between two lines in a log. */
const EVERY_MS = 15_000;
/** Columns of a terminal without a known width. */
const COLUMNS = 80;

interface ProgressLine {
  /** The number of done cases and of all cases. */
  readonly report: (done: number, total: number) => void;
  readonly end: () => void;
}

/** The output of progress reports; tests replace it. */
export interface ProgressOutput {
  readonly isTTY: boolean;
  readonly columns?: number | undefined;
  write(text: string): void;
  /** Milliseconds since an arbitrary time. */
  now(): number;
  /** Calls the function in this interval, until the returned function is called. */
  every(ms: number, call: () => void): () => void;
}

const STDERR: ProgressOutput = {
  isTTY: process.stderr.isTTY === true,
  get columns() {
    return process.stderr.isTTY === true ? process.stderr.columns : undefined;
  },
  write: (text) => void process.stderr.write(text),
  now: () => performance.now(),
  every: (ms, call) => {
    const timer = setInterval(call, ms).unref();
    return () => clearInterval(timer);
  },
};

export const NO_PROGRESS: ProgressLine = { report: () => undefined, end: () => undefined };

/**
 * A terminal has one line that is cleared at the end; a log has a line every fifteen seconds. Cases take from microseconds to seconds, so
 * the remaining time is unknown.
 */
export function progressOf(name: string, output: ProgressOutput = STDERR): ProgressLine {
  return output.isTTY ? onOneLine(name, output) : inLines(name, output);
}

function onOneLine(name: string, output: ProgressOutput): ProgressLine {
  let shown = false;
  const end = (): void => {
    if (shown) output.write('\r\x1b[K');
    shown = false;
  };
  return {
    report: (done, total) => {
      if (done >= total) return end();
      shown = true;
      // Text that does not fit into the line could not be cleared.
      const count = `: ${numeral(done)} of ${numeral(total)} cases`;
      const room = Math.max(1, (output.columns ?? COLUMNS) - 1 - count.length);
      const shortened = name.length <= room ? name : `${name.slice(0, room - 1)}…`;
      output.write(`\r${shortened}${count}`);
    },
    end,
  };
}

function inLines(name: string, output: ProgressOutput): ProgressLine {
  let progress = 'starting';
  const started = output.now();
  const stop = output.every(EVERY_MS, () => {
    const seconds = Math.round((output.now() - started) / 1000);
    output.write(`${printableLine(name)}: ${progress} after ${numeral(seconds)} s\n`);
  });
  return {
    report: (done, total) => {
      progress =
        done < total
          ? `${numeral(done)} of ${numeral(total)} cases (${wholePercent(done, total)}%)`
          : `${numeral(total)} cases, confirming violations`;
    },
    end: stop,
  };
}
