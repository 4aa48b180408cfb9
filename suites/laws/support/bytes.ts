/** Bytes of texts and Buffers. */
import type { Plain } from '../../../spec/types/requirement.js';
import { decode } from '../../language/encoding.js';

/** Those of a value as hosts send it. */
export const valueBytes = (value: unknown): Buffer =>
  value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));

/** Those of bytes, or of a text or Buffer in the tagged encoding. */
export const plainBytes = (of: Plain | Uint8Array): Buffer => valueBytes(of instanceof Uint8Array ? of : decode(of));
