import type { Allocate } from '../../../port/bytes.js';

/** Copies bytes of the host into memory of a realm. */
export function filled(bytes: Uint8Array, allocate: Allocate): Uint8Array {
  const memory = allocate(bytes.length);
  // Not the memory's own method, which a script may have replaced.
  Uint8Array.prototype.set.call(memory, bytes);
  return memory;
}

/** A copy of a realm's bytes. It reads no inherited property, which a script may have replaced. */
export function taken(bytes: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** A view of a realm's bytes as an object of the host. It reads no inherited property of theirs. */
export function viewed(bytes: Uint8Array): Uint8Array {
  const memory: ArrayBufferLike = Reflect.get(Uint8Array.prototype, 'buffer', bytes);
  const offset: number = Reflect.get(Uint8Array.prototype, 'byteOffset', bytes);
  const length: number = Reflect.get(Uint8Array.prototype, 'length', bytes);
  return new Uint8Array(memory, offset, length);
}
