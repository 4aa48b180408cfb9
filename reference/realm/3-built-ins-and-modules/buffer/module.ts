import { Buffer } from './buffer.js';

/** The greatest lengths that real hosts state. */
const longest = 2_147_483_647;

/** The module `buffer`, which scripts of real hosts import. The documents have only its class, as a global. */
export const bufferModule = {
  Buffer,
  constants: { MAX_LENGTH: longest, MAX_STRING_LENGTH: longest },
  kMaxLength: longest,
};
