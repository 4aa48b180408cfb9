/** How much of the suite a run takes. Each depth includes the one before. */
export const DEPTHS = ['quick', 'standard', 'full'] as const;
export type Depth = (typeof DEPTHS)[number];
