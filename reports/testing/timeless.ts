const DURATION = /^( *"durationMs": )[\d.]+/gm;
const CIRCUMSTANCES = /^ {2}"circumstances": \{\n(?: {4}.*\n)* {2}\},\n/m;

/** A JSON report without times and circumstances; the rest is the same byte for byte in each run with one seed. */
export const timeless = (text: string): string => text.replace(DURATION, '$10').replace(CIRCUMSTANCES, '');
