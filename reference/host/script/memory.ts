import type { Allocate } from '../../port/bytes.js';

/** Puts bytes of ours into memory of a realm. */
export function filled(bytes: Uint8Array, allocate: Allocate): Uint8Array {
  const memory = allocate(bytes.length);
  // Not the memory's own method, which a script may have replaced.
  Uint8Array.prototype.set.call(memory, bytes);
  return memory;
}

/** A copy of a realm's bytes. What they inherit, which a script may have replaced, is not asked. */
export function taken(bytes: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}
