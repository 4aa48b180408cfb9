import test from 'tape';
import { type ProgressOutput, progressOf } from './progress.js';

/** An output whose time passes only when a test says so. */
function outputOf(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  const timers = new Set<{ readonly ms: number; readonly call: () => void }>();
  let now = 1000;
  const output: ProgressOutput = {
    isTTY,
    columns,
    write: (text) => void written.push(text),
    now: () => now,
    every: (ms, call) => {
      const timer = { ms, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const pass = (ms: number): void => {
    for (const timer of timers)
      for (let spent = timer.ms; spent <= ms; spent += timer.ms) {
        now += timer.ms;
        timer.call();
      }
  };
  return { output, written, pass, timers };
}

test('in a log progress is a line every fifteen seconds, and a shorter run has none', (t) => {
  const { output, written, pass, timers } = outputOf(false);
  const progress = progressOf('nginx', output);
  pass(15_000);
  progress.report(60, 6000);
  progress.report(1234, 6000);
  t.equal(written.length, 1, 'done cases are reported at the next interval');
  pass(30_000);
  progress.report(6000, 6000);
  pass(15_000);
  progress.end();
  pass(60_000);
  t.equal(timers.size, 0);
  t.deepEqual(written, [
    'nginx: starting after 15 s\n',
    'nginx: 1,234 of 6,000 cases (20%) after 30 s\n',
    'nginx: 1,234 of 6,000 cases (20%) after 45 s\n',
    'nginx: 6,000 cases, confirming violations after 60 s\n',
  ]);
  const brief = outputOf(false);
  const short = progressOf('nginx', brief.output);
  short.report(1, 2);
  brief.pass(14_999);
  short.end();
  brief.pass(60_000);
  t.deepEqual(brief.written, []);
  t.end();
});

test('on a terminal progress is one line, which fits and is cleared', (t) => {
  const { output, written } = outputOf(true, 24);
  const progress = progressOf('cli:some-runtime', output);
  progress.report(60, 1000);
  progress.report(1000, 1000);
  progress.end();
  t.deepEqual(written, ['\rcli…: 60 of 1,000 cases', '\r\u001b[K'], 'once');
  const broken = outputOf(true, 80);
  const other = progressOf('reference', broken.output);
  other.report(1, 2);
  other.end();
  t.deepEqual(broken.written, ['\rreference: 1 of 2 cases', '\r\u001b[K'], 'also if the run ends early');
  t.end();
});
