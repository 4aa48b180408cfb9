/** How much of the suite a run takes: each depth holds the one before. */
export const DEPTHS = ['quick', 'standard', 'full'] as const;
export type Depth = (typeof DEPTHS)[number];
