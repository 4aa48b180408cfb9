/** 2/limits/request-body-size and 2/limits/body-held-in-memory: bodies on both sides of what a location allows. */
import type { Law } from '../../../language/trial.js';
import { type Bodies, holds } from './request-body.js';
import type { Way } from './uploading.js';

/** Bodies that fit, and then one that is larger than the limit by so many bytes. */
interface Fits extends Omit<Bodies, 'sizes' | 'ways'> {
  readonly most: number;
  readonly fit: readonly (number | null)[];
  readonly beyond: number;
  readonly way?: Way;
}

export const fits: Law<Fits> = ({ fit, beyond, way = 'at-once', ...data }) =>
  holds({ ...data, ways: [way], sizes: [...fit, data.most + beyond] });
