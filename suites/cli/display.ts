/** The abilities of an output: colours and columns. */
import type { Display } from '../../reports/lines.js';

type DisplayEnvironment = { readonly [name: string]: string | undefined };

/** Whether an output is a terminal, and its width. */
interface OutputKind {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * A terminal has colours, and lines as wide as it is; other outputs have unbroken lines. `FORCE_COLOR` (except `0` and `false`) forces
 * colours, otherwise `NO_COLOR` forbids them, as in Node. An empty variable is ignored.
 */
export function displayOf({ isTTY = false, columns }: OutputKind, env: DisplayEnvironment = process.env): Display {
  return {
    colour: isColoured(isTTY, env),
    columns: isTTY && columns !== undefined && columns > 0 ? columns : undefined,
  };
}

function isColoured(isTTY: boolean, { FORCE_COLOR = '', NO_COLOR = '', TERM }: DisplayEnvironment): boolean {
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && NO_COLOR === '' && TERM !== 'dumb';
}
