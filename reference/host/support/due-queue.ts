/** Something that is due at a time. */
export interface Due {
  readonly time: number;
  /** Whether it was taken back. */
  isCancelled: boolean;
}

interface QueueEntry<T> {
  readonly due: T;
  /** Of those with one time, the one that was added first comes first. */
  readonly number: number;
}

/** Things in the order in which they are due: a binary heap, so that many cost little more than few. */
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

  /** What is due next. */
  get first(): T | undefined {
    while (this.#heap[0]?.due.isCancelled === true) {
      this.#cancelled -= 1;
      this.#removeFirst();
    }
    return this.#heap[0]?.due;
  }

  /** Takes out what is due next. */
  shift(): T | undefined {
    const { first } = this;
    if (first !== undefined) this.#removeFirst();
    return first;
  }

  /** Takes back something that is in the queue. What is taken back is let go when it makes up half of the queue, at the latest. */
  cancel(due: T): void {
    due.isCancelled = true;
    this.#cancelled += 1;
    if (2 * this.#cancelled < this.#heap.length) return;
    // What is sorted is a heap.
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

  /** Of the two entries below one the one that comes first. */
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
