/** 3/file-system-module/open-sync, 3/file-system-module/close-sync, 3/fs-file-handle/p1: a realm's open files. */
import { closeSync } from 'node:fs';
import type { Descriptor, DescriptorHandle } from '../../../port/file-system.js';
import { FileSystemError } from './outcome.js';

/** A file that a realm has opened. */
interface RealmFile {
  /** The host's descriptor. */
  readonly own: number;
  /** The realm's number. */
  readonly number: number;
  readonly realm: RealmDescriptors;
}

/** The lower numbers are the standard streams. */
const firstNumber = 3;

/** The limit for open files of a realm: no script may use up the descriptors that the host needs. */
const most = 1024;

/** Files by their handles. */
const held = new WeakMap<DescriptorHandle, RealmFile>();

/** Closes files whose handles a realm has garbage-collected. */
const forgotten = new FinalizationRegistry<RealmFile>((file) => file.realm.drop(file));

/**
 * The open files of one realm. They have their own numbers, starting with the lowest free one. A script's number is therefore never a
 * descriptor of the host or of another realm.
 */
export class RealmDescriptors {
  readonly #files = new Map<number, RealmFile>();
  /** All lower numbers are in use. */
  #lowest = firstNumber;

  /** Opens a file, and returns the realm's number for it. */
  add(open: () => number): number {
    return this.#added(open).number;
  }

  /** Opens a file that is closed at the latest when the realm has garbage-collected the handle. */
  hold(open: () => number): DescriptorHandle {
    const handle: DescriptorHandle = Symbol();
    const file = this.#added(open);
    held.set(handle, file);
    forgotten.register(handle, file);
    return handle;
  }

  /** The host's descriptor; `undefined` if it is not open in this realm. */
  find(descriptor: Descriptor): number | undefined {
    return this.#file(descriptor)?.own;
  }

  /** The realm's number of an open file. */
  numberOf(handle: DescriptorHandle): number | undefined {
    return this.#file(handle)?.number;
  }

  /** Closes a file. Returns false if it is not open. */
  close(descriptor: Descriptor): boolean {
    const file = this.#file(descriptor);
    if (file === undefined) return false;
    this.#forget(file);
    closeSync(file.own);
    return true;
  }

  /** Closes a file if it is open. A failure is ignored, since no code could handle it. */
  drop(file: RealmFile): void {
    if (this.#files.get(file.number) !== file) return;
    this.#forget(file);
    try {
      closeSync(file.own);
    } catch {
      // The system has released the descriptor all the same.
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
