import type { Allocate } from '../../../port/bytes.js';

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

/** A realm's bytes where they are, as an object of ours. What theirs inherits is not asked. */
export function viewed(bytes: Uint8Array): Uint8Array {
  const memory: ArrayBufferLike = Reflect.get(Uint8Array.prototype, 'buffer', bytes);
  const offset: number = Reflect.get(Uint8Array.prototype, 'byteOffset', bytes);
  const length: number = Reflect.get(Uint8Array.prototype, 'length', bytes);
  return new Uint8Array(memory, offset, length);
}
