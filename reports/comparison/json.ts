import { jsonText } from '../json.js';
import type { Comparison } from './model.js';

/** The model itself as JSON. */
export const jsonComparison = (comparison: Comparison): string =>
  jsonText(comparison, 'reports/comparison.schema.json');
