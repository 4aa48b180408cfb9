import { fstatSync, readSync, writeSync } from 'node:fs';
import { type ConnectionCounts, type Counter, type Counters, counters, countsBy } from '../../host/support/shared.js';

/** Bytes for the counts of one worker: a number for each counter. */
const bytesOfWorker = counters.length * Float64Array.BYTES_PER_ELEMENT;

/** Counters whose values remain when a worker ends. */
const lasting: ReadonlySet<Counter> = new Set(['accepted', 'requests']);

function readAt(descriptor: number, place: number): Float64Array {
  const numbers = new Float64Array(counters.length);
  readSync(descriptor, numbers, 0, bytesOfWorker, place * bytesOfWorker);
  return numbers;
}

function writeAt(descriptor: number, place: number, numbers: Float64Array): void {
  writeSync(descriptor, numbers, 0, bytesOfWorker, place * bytesOfWorker);
}

/** The master's view of the file of counts. Its first slot is for workers that have ended. */
export class CountsOfWorkers {
  readonly descriptor: number;
  readonly #taken = new Set<number>([0]);

  constructor(descriptor: number) {
    this.descriptor = descriptor;
    writeAt(descriptor, 0, new Float64Array(counters.length));
  }

  /** Assigns a slot to a worker. */
  take(): number {
    let place = 0;
    while (this.#taken.has(place)) place += 1;
    this.#taken.add(place);
    writeAt(this.descriptor, place, new Float64Array(counters.length));
    return place;
  }

  /** Releases the slot of a worker that has ended. */
  giveBack(place: number): void {
    const [gone, numbers] = [readAt(this.descriptor, 0), readAt(this.descriptor, place)];
    const sum = gone.map((number, at) => number + (lasting.has(counters[at] ?? 'active') ? (numbers[at] ?? 0) : 0));
    writeAt(this.descriptor, 0, sum);
    writeAt(this.descriptor, place, new Float64Array(counters.length));
    this.#taken.delete(place);
  }
}

/** Counts in one slot of the file, immediately, so that every change is visible as soon as its effect is. */
export class CountsOfWorker implements ConnectionCounts {
  readonly #descriptor: number;
  readonly #place: number;
  readonly #numbers = new Float64Array(counters.length);

  constructor(descriptor: number, place: number) {
    this.#descriptor = descriptor;
    this.#place = place;
  }

  add(changes: Partial<Counters>): void {
    for (const [at, name] of counters.entries()) this.#numbers[at] = (this.#numbers[at] ?? 0) + (changes[name] ?? 0);
    writeAt(this.#descriptor, this.#place, this.#numbers);
  }

  read(): Counters {
    const all = new Float64Array(fstatSync(this.#descriptor).size / Float64Array.BYTES_PER_ELEMENT);
    readSync(this.#descriptor, all, 0, all.byteLength, 0);
    return countsBy((_, kind) =>
      all.reduce((sum, number, at) => (at % counters.length === kind ? sum + number : sum), 0),
    );
  }
}
