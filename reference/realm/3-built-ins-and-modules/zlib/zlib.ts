import type { PortOutcome } from '../../../port/outcome.js';
import type { ZlibPort } from '../../../port/zlib.js';
import { allocate, bytesBehind } from '../../support/bytes.js';
import {
  defineProperty,
  each,
  getProperty,
  isNotANumber,
  keysOf,
  numberOf,
  OwnRangeError,
  optionNamed,
  trunc,
} from '../../support/intrinsics.js';
import { defineMethods, defineTag } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { keepReachable } from '../../support/renewal.js';
import { textOf } from '../../support/text.js';
import { encodeUtf8 } from '../../support/utf8.js';
import { type BufferObject, toBuffer } from '../buffer/buffer.js';

/** 3/zlib-options-and-constants/p1, 3/zlib-options-and-constants/p2 */
const constants = {
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
  Z_FILTERED: 1,
  Z_HUFFMAN_ONLY: 2,
  Z_RLE: 3,
  Z_FIXED: 4,
  Z_DEFAULT_STRATEGY: 0,
};

/** 3/limits/chunk-size. The size has no visible effect, but real hosts refuse a smaller one. */
const leastChunk = 64;
const defaultChunk = 1024;

/** The default of real hosts; the document names none. */
const defaultMemory = 8;
const widestWindow = 15;

/** Real hosts compress only with windows of at least this size, and decompress with smaller ones. */
const leastToDeflate = 9;
const leastToInflate = 8;

/** The object behind `import … from 'zlib'`. */
export function createZlibModule(port: ZlibPort): object {
  const module = {};
  defineMethods(module, {
    /** 3/zlib-module/zlib-deflate-raw-sync */
    deflateRawSync: (data?: unknown, options?: unknown) => deflated(port, true, data, options),
    /** 3/zlib-module/zlib-deflate-sync */
    deflateSync: (data?: unknown, options?: unknown) => deflated(port, false, data, options),
    /** 3/zlib-module/zlib-inflate-raw-sync */
    inflateRawSync: (data?: unknown, options?: unknown) => inflated(port, true, data, options),
    /** 3/zlib-module/zlib-inflate-sync */
    inflateSync: (data?: unknown, options?: unknown) => inflated(port, false, data, options),
    constants: constantsObject(),
  });
  defineTag(module, 'zlib');
  return module;
}

/** Read-only, as on real hosts. */
function constantsObject(): object {
  const object = {};
  each(keysOf(constants), (name) => {
    const value = getProperty(constants, name);
    defineProperty(object, name, { __proto__: null, value, writable: false, enumerable: true, configurable: false });
  });
  keepReachable(object);
  return object;
}

function deflated(port: ZlibPort, isRaw: boolean, data: unknown, options: unknown): BufferObject {
  const source = sourceOf(data);
  checkChunk(options);
  // 3/zlib-options-and-constants/level, mem-level, strategy
  const level = integer(options, 'level', constants.Z_DEFAULT_COMPRESSION, -1, 9);
  const windowBits = windowOf(isRaw, options, leastToDeflate);
  const memLevel = integer(options, 'memLevel', defaultMemory, 1, 9);
  const strategy = integer(options, 'strategy', constants.Z_DEFAULT_STRATEGY, 0, constants.Z_FIXED);
  const dictionary = dictionaryOf(options);
  return bufferOf(port.deflate(isRaw, source(), allocate, level, memLevel, strategy, windowBits, dictionary()));
}

function inflated(port: ZlibPort, isRaw: boolean, data: unknown, options: unknown): BufferObject {
  const source = sourceOf(data);
  checkChunk(options);
  const windowBits = windowOf(isRaw, options, leastToInflate);
  const dictionary = dictionaryOf(options);
  return bufferOf(port.inflate(isRaw, source(), allocate, windowBits, dictionary()));
}

function bufferOf(outcome: PortOutcome<Uint8Array>): BufferObject {
  return toBuffer(resultOf(outcome));
}

/**
 * A function that returns the bytes of memory of any kind, or of another value's string. It is called after all options are read, because
 * reading an option may run code that detaches the memory. Throws TypeError then.
 */
function sourceOf(value: unknown): () => Uint8Array {
  const bytes = bytesBehind(value);
  if (bytes !== undefined) return () => bytesBehind(value) ?? bytes;
  const text = encodeUtf8(textOf(value));
  return () => text;
}

/** 3/zlib-options-and-constants/dictionary */
function dictionaryOf(options: unknown): () => Uint8Array {
  const dictionary = optionNamed(options, 'dictionary');
  return dictionary === undefined ? () => allocate(0) : sourceOf(dictionary);
}

/** 3/zlib-options-and-constants/window-bits. Windows of raw data are negative. */
function windowOf(isRaw: boolean, options: unknown, least: number): number {
  if (!isRaw) return integer(options, 'windowBits', widestWindow, least, widestWindow);
  return -integer(options, 'windowBits', -widestWindow, -widestWindow, -least);
}

/** 3/zlib-options-and-constants/chunk-size */
function checkChunk(options: unknown): void {
  integer(options, 'chunkSize', defaultChunk, leastChunk, Infinity);
}

function integer(options: unknown, name: string, missing: number, from: number, to: number): number {
  const value = optionNamed(options, name);
  if (value === undefined) return missing;
  const number = numberOf(value);
  const whole = isNotANumber(number) ? 0 : trunc(number);
  if (whole >= from && whole <= to) return whole;
  throw new OwnRangeError(`${name} must be ${to === Infinity ? `>= ${from}` : `in the range ${from}..${to}`}`);
}
