/** 2/http-request-object/r-request-buffer: handlers other than js_content, and what js_content handlers still read. */
import type { Step } from '../../../../../spec/types/step.js';
import { type Expectation, either, list, record, typed } from '../../../../language/expectation.js';
import { inPhases, locationPair, type PhasesRow, type PlainPhases } from '../phases.js';
import type { HandlerPlace } from '../placed-handlers.js';

const BODY = 'aé€😀';
const LOOKS: readonly Step[] = [['r.requestText'], ['r.requestBuffer']];

const WHOLE = record({ read: list(BODY, Buffer.from(BODY)), threw: [] });
const NOTHING = either(
  record({ read: list(typed('undefined'), typed('undefined')), threw: [] }),
  record({ read: list(), threw: list(typed('string'), typed('string')) }),
);

/** A place where the members are read before or after the content handler reads them. */
interface PhaseLook extends Pick<PlainPhases, 'settings' | 'inner' | 'method'>, Partial<Pick<PlainPhases, 'steps'>> {
  readonly place: HandlerPlace;
  /** Whether the body was read by then. */
  readonly then: 'whole-or-nothing' | 'nothing';
  readonly framing?: 'chunks';
  /** What the other handlers read. */
  readonly others?: { readonly [place in HandlerPlace]?: number };
}

/** In pieces whose borders split each character. */
const CHUNKS = [...Buffer.from(BODY)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');

export const findsBody = inPhases(
  ({ place, then, framing, steps, method = 'POST', others = { content: 1 } }: PhaseLook): PhasesRow => {
    const of: { readonly [then in typeof then]: Expectation } = {
      'whole-or-nothing': either(WHOLE, NOTHING),
      nothing: NOTHING,
    };
    const chunked = {
      headers: [['Transfer-Encoding', 'chunked'] as const],
      body: Buffer.from(`${CHUNKS}0\r\n\r\n`, 'latin1'),
    };
    const reports = Object.entries(others).map(([other, times]) => [
      other,
      list(...Array.from({ length: times }, () => WHOLE)),
    ]);
    return {
      method,
      ...(framing === 'chunks' ? chunked : { body: BODY }),
      steps: { content: LOOKS, ...steps, [place]: LOOKS },
      want: { status: 200, body: method === 'HEAD' ? '' : 'abc' },
      reports: { ...Object.fromEntries(reports), [place]: list(of[then]) },
    };
  },
  locationPair,
);
