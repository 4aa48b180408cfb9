import type { Gate } from '../comparison/gate.js';
import type { Comparison } from '../comparison/model.js';
import type { Writers } from './write.js';

/** Formats of a comparison. `gate` decides what fails in the formats whose result a CI system reads. */
export const comparisonWriters = (gate: Gate) =>
  ({
    json: async () => (await import('../comparison/json.js')).jsonComparison,
    junit: async () => {
      const { junitComparison } = await import('../comparison/junit.js');
      return (comparison: Comparison) => junitComparison(comparison, gate);
    },
    markdown: async () => (await import('../comparison/markdown.js')).markdownComparison,
    html: async () => (await import('../html/comparison/page.js')).htmlComparison,
    annotations: async () => (await import('../comparison/annotations.js')).annotationsComparison,
  }) satisfies Writers<Comparison, string>;

export const COMPARISON_FORMATS: readonly string[] = Object.keys(comparisonWriters('worse'));
