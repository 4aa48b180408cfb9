let waiting: (() => void)[] = [];

/**
 * Does something in the event loop's next turn, together with all else that was asked for in this one: what many requests left for
 * then takes one turn, and what they send goes out in a row.
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
    // What fails keeps nothing else from being done.
    for (const work of now.slice(begun)) nextTurn(work);
  }
}
