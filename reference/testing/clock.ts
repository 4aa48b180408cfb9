import type { Test } from 'tape';

/** Stops `performance.now()` at 0 until the test ends. Returns a function that sets it. */
export function stoppedClock(t: Test): (ms: number) => void {
  const { now } = performance;
  let passed = 0;
  performance.now = () => passed;
  t.teardown(() => {
    performance.now = now.bind(performance);
  });
  return (ms) => {
    passed = ms;
  };
}
