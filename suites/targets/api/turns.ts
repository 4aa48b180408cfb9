/** The conversations of one session: so many go on at a time, and those that need the same thing wait for the moment to do it once. */
export class Turns {
  #free: number;
  readonly #queue: (() => void)[] = [];
  /** Conversations that have begun, and have neither ended nor wait for quiet. */
  #going = 0;
  #waiting: ((moment: object) => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Holds a conversation when it is its turn. */
  async hold<T>(conversation: () => Promise<T>): Promise<T> {
    this.#going += 1;
    await this.#take();
    try {
      return await conversation();
    } finally {
      this.#release();
    }
  }

  /**
   * For a conversation that has its turn: resolves once every conversation has ended or waits for this, with the same object for all of
   * them. Nothing that several conversations wait for may call it.
   */
  async quiet(): Promise<object> {
    const moment = new Promise<object>((resolve) => this.#waiting.push(resolve));
    this.#release();
    const shared = await moment;
    await this.#take();
    return shared;
  }

  async #take(): Promise<void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
  }

  #release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
    this.#going -= 1;
    if (this.#going > 0) return;
    const moment = {};
    const all = this.#waiting;
    this.#waiting = [];
    this.#going = all.length;
    for (const resolve of all) resolve(moment);
  }
}
