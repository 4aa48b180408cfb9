/** Milliseconds after which a test says what it still waits for, rather than to be ended as a whole without a word. */
const patience = 10_000;

/**
 * What a promise resolves with; rejects where that takes too long. What still waits then is to be let go by `giveUp`, since an open
 * connection, for one, keeps the whole file from ending.
 */
export async function soon<T>(what: string, promise: Promise<T>, giveUp: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`still waiting: ${what}`));
      giveUp();
    }, patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** For what has no event, such as a process that is not our child: looks again and again, between which `meanwhile` is done. */
export async function until(
  what: string,
  holds: () => boolean,
  meanwhile: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve, 2)),
): Promise<void> {
  const end = Date.now() + patience;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`still waiting: ${what}`);
    await meanwhile();
  }
}
