/** 2/http-request-object-methods/r-subrequest: the arguments of subrequests. Oracles: what each handler does. */
import type { Step } from '../../../../../spec/types/step.js';
import { anything, list } from '../../../../language/expectation.js';
import { subjectsIn } from '../../../../language/steps.js';
import { textOf } from '../../../support/contents.js';
import { byRow } from '../../../support/drawn.js';
import type { HeaderLine } from '../../../support/header-lines.js';
import { get, row, type ScriptRow } from '../script.js';
import { ASKING, type Ask, type AskWay, asking } from './handlers.js';
import { given, type PlainGives, PROXIED, passed, withArgs } from './rows.js';

export const passesOptions = byRow(ASKING, passed);

export const passesArgs = byRow(ASKING, withArgs);

/** In the handler of the subrequest and in its response object. */
export const hasMethod = byRow(ASKING, ({ method, way }: { readonly method: string; readonly way: AskWay }) =>
  given({ pass: [{ method }], gives: [['r.method']], reads: { 'json responseText': [method], method }, way }),
);

/** What an upstream of the subrequest sees of it; the client's request has a body of so many bytes. */
export const passesToUpstream = byRow(
  PROXIED,
  ({ reads, client, size, ...row }: PlainGives & { readonly size?: number }) => {
    const body = size === undefined ? {} : { body: textOf(size) };
    return given({ ...row, client: { ...client, ...body }, reads: subjectsIn(reads) });
  },
);

type HeaderLinesRow = Pick<PlainGives, 'pass' | 'way'> & { readonly lines: readonly HeaderLine[] };

/** Header lines of the client's request, which the subrequest's handler and the response object have too. */
export const sharesHeaders = byRow(ASKING, ({ lines, ...of }: HeaderLinesRow) => {
  const raw = list(...lines, anything);
  const sees: Step[] = [['r.rawHeadersIn'], ...lines.map(([name]) => get('headersIn', name))];
  const reads = { 'json responseText': list(raw, ...lines.map(([, value]) => value)), rawHeadersIn: raw };
  return given({ ...of, client: { headers: lines }, gives: sees, reads });
});

/** Arguments of so many bytes. */
export const passesLong = byRow(ASKING, ({ sizes }: { readonly sizes: readonly number[] }): ScriptRow => {
  const queries = sizes.map((size) => `a=${textOf(size - 2)}`);
  const asks = queries.map((args): Ask => ['~/in/a', { args }]);
  const read = queries.flatMap((query) => [query, query.slice(2), JSON.stringify([query.length, query.length - 2])]);
  const inner = { a: [['r.variables.args.length'], ['r.args.a.length']] };
  return row(asking(asks, 'together', ['variables.args', 'args.a', 'responseText']), { status: 203, read }, { inner });
});
