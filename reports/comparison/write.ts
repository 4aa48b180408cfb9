import type { Writers } from '../write.js';
import type { Gate } from './gate.js';
import type { Comparison } from './model.js';

/** Formats of a comparison. `gate` decides what fails in those that a CI system takes a result from. */
export const comparisonWriters = (gate: Gate) =>
  ({
    json: async () => (await import('./json.js')).jsonComparison,
    junit: async () => {
      const { junitComparison } = await import('./junit.js');
      return (comparison: Comparison) => junitComparison(comparison, gate);
    },
    markdown: async () => (await import('./markdown.js')).markdownComparison,
    html: async () => (await import('../html/comparison/page.js')).htmlComparison,
    annotations: async () => (await import('./annotations.js')).annotationsComparison,
  }) satisfies Writers<Comparison, string>;

export const COMPARISON_FORMATS: readonly string[] = Object.keys(comparisonWriters('worse'));
