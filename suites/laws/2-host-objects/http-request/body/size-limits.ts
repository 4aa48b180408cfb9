/** 2/limits/request-body-size: bodies on both sides of what a location allows. */
import type { UploadWay } from '../../../support/uploading.js';
import { type BufferRow, onConnections } from './request-buffer.js';

/** On each connection bodies that fit, and then one that is larger than the limit by so many bytes. */
interface Fits extends Omit<BufferRow, 'sizes'> {
  readonly most: number;
  readonly fit: readonly (number | null)[];
  readonly beyond?: readonly number[];
}

const LOOKS = ['requestText', 'requestBuffer'];
const EACH: readonly UploadWay[] = ['at-once', 'asked', 'begun'];

export const fits = onConnections(({ fit, beyond = [1], ways = EACH, looks = LOOKS, ...data }: Fits) =>
  ways.flatMap((way) => beyond.map((more) => ({ ...data, looks, ways: [way], sizes: [...fit, data.most + more] }))),
);
