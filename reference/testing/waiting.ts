/** Milliseconds after which a test reports what it waits for, instead of being killed as a whole without a message. */
const patience = 10_000;

/**
 * The value of a promise; rejects if it takes too long. `giveUp` then releases whatever still waits, because an open connection, for
 * example, would keep the test file from ending.
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

/** For conditions without an event, such as a process that is not our child: checks repeatedly, and runs `meanwhile` between checks. */
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
