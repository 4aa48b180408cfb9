/** Test data of steps and summaries of their results, lifted beside the interpreter (`steps.ts`) and written like it. */
import type { World } from '../language/world.js';

/** Makers of bytes, and what compares and constructs them. */
export function stepBytes(t: Pick<World, 'at'>) {
  const bytesOf = (view: { buffer?: ArrayBuffer; byteOffset?: number; byteLength?: number }): Uint8Array =>
    new Uint8Array(view.buffer || new ArrayBuffer(0), view.byteOffset, view.byteLength);
  /** Byte by byte, since not every engine copies views that begin inside their memory. */
  const copyOf = (bytes: Uint8Array): Uint8Array => {
    const now = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) now[i] = bytes[i] || 0;
    return now;
  };
  const construct = (Kind: unknown, args: readonly unknown[]): unknown => {
    const canMake = (f: unknown): f is new (...args: unknown[]) => unknown => typeof f === 'function';
    if (!canMake(Kind)) throw new Error('there is no such constructor');
    if (args.length < 2) return args.length === 0 ? new Kind() : new Kind(args[0]);
    return args.length === 2 ? new Kind(args[0], args[1]) : new Kind(args[0], args[1], args[2]);
  };
  /** A view of a kind in a memory with eight bytes before it and sixteen after it. */
  const viewOf = (kind: string, bytes: Uint8Array): unknown => {
    if (kind === 'ArrayBuffer') return copyOf(bytes).buffer;
    const around = 8;
    const memory = new ArrayBuffer(bytes.length + 3 * around);
    const all = new Uint8Array(memory);
    all.fill(165);
    all.set(bytes, around);
    const held = Buffer.from(memory);
    if (kind === 'Buffer') return Buffer.from(memory, around, bytes.length);
    if (kind === 'part-of-buffer') return held.subarray(around, around + bytes.length);
    if (kind === 'part-of-part')
      return held
        .subarray(4)
        .subarray(2)
        .subarray(2, 2 + bytes.length);
    if (kind === 'whole-uint8') return copyOf(bytes);
    const width = Number(Object(t.at(kind)).BYTES_PER_ELEMENT || 1);
    return construct(t.at(kind), [memory, around, bytes.length / width]);
  };
  /** A pattern repeated, and then the rest. */
  const repeated = (unit: Uint8Array, times: number, rest: Uint8Array): Uint8Array => {
    const whole = unit.length * times;
    const out = new Uint8Array(whole + rest.length);
    if (whole > 0) out.set(unit);
    for (let done = unit.length; done < whole; done *= 2) out.set(out.subarray(0, Math.min(done, whole - done)), done);
    if (rest.length > 0) out.set(rest, whole);
    return out;
  };
  const piecesOf = (all: Uint8Array, size: number): Uint8Array[] => {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < all.length; at += size) pieces.push(all.subarray(at, at + size));
    return pieces;
  };
  const isAlike = (first: unknown, second: unknown): boolean => {
    const one = bytesOf(Object(first));
    const other = bytesOf(Object(second));
    for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
    return one.length === other.length;
  };
  return { bytesOf, copyOf, construct, viewOf, repeated, piecesOf, isAlike };
}

/** Results in a short form, equal on all hosts. */
export function stepSummaries() {
  const isPlain = (value: unknown): boolean => {
    const of = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
    return of === null || of === Object.prototype;
  };
  const sum = (of: string | Uint8Array): string => {
    // Only ASCII, because engines count other characters differently.
    const all = typeof of === 'string' ? encodeURIComponent(of) : of;
    // Of many, every seventh, so that steps never meet a border twice in a row. Near the end, where most errors are, each.
    const step = all.length > 20000 ? 7 : 1;
    let total = 0;
    for (let i = 0; i < all.length; i += i < all.length - 16 ? step : 1)
      total = (total * 31 + (typeof all === 'string' ? all.charCodeAt(i) : all[i] || 0)) >>> 0;
    return `${typeof of === 'string' ? 'text' : 'bytes'} ${all.length} ${total}`;
  };
  const shortened = (value: unknown): unknown => {
    if (typeof value === 'string' || value instanceof Uint8Array) return sum(value);
    if (Array.isArray(value))
      return value.length > 20 ? `${value.length} ${sum(value.map(shortened).join())}` : value.map(shortened);
    if (!isPlain(value)) return typeof value === 'object' ? 'neither text nor bytes' : value;
    // Sorted, because the oldest engine has its own order.
    const pairs = Object.entries(Object(value)).map((pair) => `${pair[0]}=${pair[1]}`);
    return `${pairs.length} ${sum(pairs.sort().join('&'))}`;
  };
  /** Decimals lose their last bits on older hosts. */
  const exactly = (value: unknown): unknown =>
    typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value)
      ? new Float64Array([value])
      : value;
  return { isPlain, sum, shortened, exactly };
}
