let waiting: (() => void)[] = [];

/**
 * Does something in the event loop's next turn, together with all other work that was registered in this turn. The delayed work of many
 * requests then takes one turn, and their output is sent together.
 */
export function nextTurn(work: () => void): void {
  if (waiting.length === 0) setImmediate(doAll);
  waiting.push(work);
}

function doAll(): void {
  const now = waiting;
  waiting = [];
  let begun = 0;
  try {
    for (const work of now) {
      begun += 1;
      work();
    }
  } finally {
    // Failing work does not prevent the rest.
    for (const work of now.slice(begun)) nextTurn(work);
  }
}
