/** What an output can show: colours and columns. */
import type { Display } from '../../reports/lines.js';

type DisplayEnvironment = { readonly [name: string]: string | undefined };

/** Whether an output is a terminal, and how wide it is. */
export interface OutputKind {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * On a terminal there are colours, and lines as wide as it is; elsewhere lines are whole. `FORCE_COLOR` (but `0` or `false`)
 * colours everywhere, otherwise `NO_COLOR` nowhere, as with Node itself; a variable that is empty says nothing.
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
