/** Something that is due at a time. */
export interface Due {
  readonly time: number;
  /** Whether it was cancelled. */
  isCancelled: boolean;
}

interface QueueEntry<T> {
  readonly due: T;
  /** Entries with the same time are ordered by number, the first one added first. */
  readonly number: number;
}

/** Entries in the order in which they are due: a binary heap, so that many cost little more than few. */
export class DueQueue<T extends Due> {
  #heap: QueueEntry<T>[] = [];
  #added = 0;
  #cancelled = 0;

  add(due: T): void {
    const entry = { due, number: this.#added++ };
    let at = this.#heap.push(entry) - 1;
    for (let above = this.#heap[(at - 1) >> 1]; at > 0 && above !== undefined && isBefore(entry, above); ) {
      this.#heap[at] = above;
      at = (at - 1) >> 1;
      above = this.#heap[(at - 1) >> 1];
    }
    this.#heap[at] = entry;
  }

  /** The entry that is due next. */
  get first(): T | undefined {
    while (this.#heap[0]?.due.isCancelled === true) {
      this.#cancelled -= 1;
      this.#removeFirst();
    }
    return this.#heap[0]?.due;
  }

  /** Removes the entry that is due next. */
  shift(): T | undefined {
    const { first } = this;
    if (first !== undefined) this.#removeFirst();
    return first;
  }

  /** Cancels an entry of the queue. Cancelled entries are removed when they make up half of the queue, at the latest. */
  cancel(due: T): void {
    due.isCancelled = true;
    this.#cancelled += 1;
    if (2 * this.#cancelled < this.#heap.length) return;
    // A sorted list is a heap.
    this.#heap = this.#heap
      .filter((entry) => !entry.due.isCancelled)
      .sort((one, other) => (isBefore(one, other) ? -1 : 1));
    this.#cancelled = 0;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    let at = 0;
    for (let below = this.#sooner(at); below !== undefined && isBefore(below.entry, last); below = this.#sooner(at)) {
      this.#heap[at] = below.entry;
      at = below.at;
    }
    this.#heap[at] = last;
  }

  /** The earlier one of the two entries below an index. */
  #sooner(at: number): { readonly entry: QueueEntry<T>; readonly at: number } | undefined {
    const left = 2 * at + 1;
    const [one, other] = [this.#heap[left], this.#heap[left + 1]];
    if (one === undefined) return undefined;
    return other !== undefined && isBefore(other, one) ? { entry: other, at: left + 1 } : { entry: one, at: left };
  }
}

function isBefore<T extends Due>(one: QueueEntry<T>, other: QueueEntry<T>): boolean {
  return one.due.time < other.due.time || (one.due.time === other.due.time && one.number < other.number);
}
