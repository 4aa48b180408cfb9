/**
 * 3/file-system-module/open-sync, 3/file-system-module/close-sync, 3/fs-file-handle/p1: files that a realm has open.
 */
import { closeSync } from 'node:fs';
import type { Descriptor, DescriptorHandle } from '../../../port/file-system.js';
import { FileSystemError } from './outcome.js';

/** A file that a realm has opened. */
interface RealmFile {
  /** The descriptor that the host has for it. */
  readonly own: number;
  /** The number that the realm knows it by. */
  readonly number: number;
  readonly realm: RealmDescriptors;
}

/** Standard streams have the numbers before. */
const firstNumber = 3;

/** Files that a realm can have open at one time: no script takes the descriptors that the host needs. */
const most = 1024;

/** Files by their handles. */
const held = new WeakMap<DescriptorHandle, RealmFile>();

/** Closes what a realm has opened and then forgotten. */
const forgotten = new FinalizationRegistry<RealmFile>((file) => file.realm.drop(file));

/**
 * The files that one realm has opened. It knows them by numbers of its own, the lowest that is free first, so that no number of a script
 * is ever a descriptor of the host's or of another realm.
 */
export class RealmDescriptors {
  readonly #files = new Map<number, RealmFile>();
  /** No number below is free. */
  #lowest = firstNumber;

  /** Takes what is opened over, and gives the realm's number for it. */
  add(open: () => number): number {
    return this.#added(open).number;
  }

  /** The same, closed at the latest when the realm has forgotten the handle. */
  hold(open: () => number): DescriptorHandle {
    const handle: DescriptorHandle = Symbol();
    const file = this.#added(open);
    held.set(handle, file);
    forgotten.register(handle, file);
    return handle;
  }

  /** The host's descriptor; `undefined` for one that is not open in this realm. */
  find(descriptor: Descriptor): number | undefined {
    return this.#file(descriptor)?.own;
  }

  /** The realm's number of a file that is open. */
  numberOf(handle: DescriptorHandle): number | undefined {
    return this.#file(handle)?.number;
  }

  /** Closes a file. Returns false where it is not open. */
  close(descriptor: Descriptor): boolean {
    const file = this.#file(descriptor);
    if (file === undefined) return false;
    this.#forget(file);
    closeSync(file.own);
    return true;
  }

  /** Closes a file if it is open; of a failure there is nobody to tell. */
  drop(file: RealmFile): void {
    if (this.#files.get(file.number) !== file) return;
    this.#forget(file);
    try {
      closeSync(file.own);
    } catch {
      // The system has taken the descriptor back all the same.
    }
  }

  dropAll(): void {
    for (const file of [...this.#files.values()]) this.drop(file);
  }

  #added(open: () => number): RealmFile {
    if (this.#files.size >= most) throw new FileSystemError('open', 'EMFILE');
    let number = this.#lowest;
    while (this.#files.has(number)) number += 1;
    const file = { own: open(), number, realm: this };
    this.#files.set(number, file);
    this.#lowest = number + 1;
    return file;
  }

  #forget({ number }: RealmFile): void {
    this.#files.delete(number);
    this.#lowest = Math.min(this.#lowest, number);
  }

  #file(descriptor: Descriptor): RealmFile | undefined {
    if (typeof descriptor === 'number') return this.#files.get(descriptor);
    const file = held.get(descriptor);
    return file !== undefined && this.#files.get(file.number) === file ? file : undefined;
  }
}
