/**
 * 3/zlib-module/zlib-deflate-raw-sync, 3/zlib-module/zlib-deflate-sync, 3/zlib-module/zlib-inflate-raw-sync,
 * 3/zlib-module/zlib-inflate-sync: compression.
 */
import { getBuiltinModule } from 'node:process';
import type { PortOutcome } from '../../port/outcome.js';
import type { ZlibPort } from '../../port/zlib.js';
import { filled, taken } from '../support/realms/memory.js';

/** The limit for decompressed bytes. Three copies exist while they are passed to the realm, and a thread may use a gibibyte. */
const mostBytes = 256 * 1024 ** 2;

/** 3/zlib-module: Node's zlib, which is loaded by the first call. */
export const zlibPort: ZlibPort = {
  deflate: (isRaw, data, allocate, level, memLevel, strategy, windowBits, dictionary) =>
    ended('deflate the data', () => {
      const { deflateRawSync, deflateSync } = zlib();
      const options = { level, memLevel, strategy, windowBits, ...preset(dictionary) };
      return filled((isRaw ? deflateRawSync : deflateSync)(taken(data), options), allocate);
    }),
  inflate: (isRaw, data, allocate, windowBits, dictionary) =>
    ended('inflate the compressed data', () => {
      const { inflateRawSync, inflateSync } = zlib();
      const options = { windowBits, maxOutputLength: mostBytes, ...preset(dictionary) };
      return filled((isRaw ? inflateRawSync : inflateSync)(taken(data), options), allocate);
    }),
};

const zlib = () => getBuiltinModule('node:zlib');

function preset(dictionary: Uint8Array): { readonly dictionary?: Buffer } {
  const bytes = taken(dictionary);
  return bytes.length === 0 ? {} : { dictionary: bytes };
}

/** Errors, by the names that real hosts use. */
const names: { readonly [code: string]: string } = { ERR_BUFFER_TOO_LARGE: 'RangeError', Z_NEED_DICT: 'TypeError' };

/** Failures are worded as on real hosts. */
function ended<T>(what: string, work: () => T): PortOutcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message = error instanceof Error ? error.message : '';
    if (message === 'Missing dictionary')
      return { ok: false, name: 'TypeError', message: 'failed to inflate, dictionary is required' };
    return { ok: false, name: names[code] ?? 'InternalError', message: `failed to ${what}: ${message}` };
  }
}
