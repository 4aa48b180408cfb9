import type { Writers } from '../write.js';
import type { Comparison } from './model.js';

/** Formats of a comparison. */
export const COMPARISON_WRITERS = {
  json: async () => (await import('./json.js')).jsonComparison,
  junit: async () => (await import('./junit.js')).junitComparison,
  markdown: async () => (await import('./markdown.js')).markdownComparison,
  annotations: async () => (await import('./annotations.js')).annotationsComparison,
} satisfies Writers<Comparison, string>;
