/** Bytes of texts and Buffers. */
import type { Plain } from '../../../spec/types/requirement.js';
import { decode } from '../../language/encoding.js';

/** The bytes of a value as hosts send it. */
export const valueBytes = (value: unknown): Buffer =>
  value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));

/** The bytes of a value in the tagged encoding, or unchanged bytes. */
export const plainBytes = (of: Plain | Uint8Array): Buffer => valueBytes(of instanceof Uint8Array ? of : decode(of));
