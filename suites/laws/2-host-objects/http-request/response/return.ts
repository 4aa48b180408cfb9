/** 2/http-request-object-methods/r-return. The oracle is the call that the handler makes; the wire is observed. */

import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import { decode, encode } from '../../../../language/encoding.js';
import { type ExpectedValue, either, list, matches, not } from '../../../../language/expectation.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { byRow, drawn } from '../../../support/drawn.js';
import { piecesOf } from '../../../support/spelling.js';
import { oneLocation, statusBut } from '../inputs.js';
import { call, follows, row, SCRIPT, type ScriptRow } from '../script.js';

/** A status and a text in the tagged encoding, or a redirect URL; the body, if those do not determine it; later requests. */
interface ReturnRow extends Pick<ScriptRow, 'method'> {
  readonly status: number;
  readonly text?: Plain;
  readonly redirects?: boolean;
  readonly body?: string;
  readonly next?: readonly ReturnRow[];
}

/** A host may prepend its own origin to a path, as redirects did before RFC 7231. */
const locationIs = (url: string): ExpectedValue =>
  url.startsWith('/')
    ? either(url, matches(new RegExp(`^https?://[^/]+${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)))
    : url;

function returned({ status, text, body, redirects = false, next = [], ...rest }: ReturnRow): ScriptRow {
  const value = text === undefined ? undefined : decode(text);
  const sent = body ?? (value === undefined || value instanceof Uint8Array ? value : String(value));
  const want = redirects
    ? {
        status,
        headers: { Location: list(locationIs(Buffer.from(String(value)).toString('latin1'))) },
        body: not(String(value)),
      }
    : { status, headers: { Location: [] }, ...(sent === undefined ? {} : { body: sent }) };
  const request = { ...rest, next: next.map(returned) };
  return row([call('return', status, ...(text === undefined ? [] : [text]))], want, request);
}

export const returnsResponse = byRow(SCRIPT, returned);

/** Absolute URLs of any scheme, with all characters that a path, a query and a fragment may hold. */
const url = fc
  .tuple(
    fc.constantFrom('http://foo.example', 'https://foo.example:8443', 'ftp://foo:bar@foo.example', 'foo+bar:'),
    piecesOf([..."abcXYZ019-._~!$&'()*+,;=:@/?#", '%41', '%20', '%C3%A9', '//', '/../'], 0, 16),
  )
  .map((parts) => parts.join('/'));

export const returnsDrawnResponse = drawn(SCRIPT, {
  'any-text': () =>
    fc
      .tuple(fc.constantFrom(200, 201, 400, 404, 500), unicodeText(24))
      .map(([status, text]) => returned({ status, text: text === '' ? 'a' : text })),
  /** Codes that have a body and are not redirects; hosts close the connection for 444. */
  'any-status': () =>
    statusBut(204, 205, 301, 302, 303, 304, 307, 308, 444).map((status) =>
      returned({ status, text: 'http://foo.example/' }),
    ),
  'any-buffer': () =>
    fc
      .uint8Array({ minLength: 1, maxLength: 64 })
      .map((bytes) => returned({ status: 200, text: encode(Buffer.from(bytes)) })),
  anywhere: ({ status = 0 }: { status?: number }) => url.map((text) => returned({ status, text, redirects: true })),
});

/** From an access handler: the content handler, which would log its call, is never called. */
export const returnsFromAccess = byRow(
  { ...SCRIPT, needs: ['log'], setup: oneLocation((r) => r.error('content'), { js_access: follows }) },
  (of: ReturnRow) => {
    const { steps, want } = returned(of);
    return row(steps, { ...want, log: [] });
  },
);
