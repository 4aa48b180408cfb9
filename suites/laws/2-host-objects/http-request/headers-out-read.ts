/** 2/http-request-object: what scripts read of r.headersOut and r.rawHeadersOut. The oracle models the assignments. */
import fc from 'fast-check';
import { type Expected, satisfies } from '../../../language/expectation.js';
import { byRow, drawn } from '../../support/drawn.js';
import { respelled } from '../../support/spelling.js';
import { type Assignment, assigning, does, linesOf, valuesOf } from './headers-out.js';
import * as draw from './inputs.js';
import { row, SCRIPT, type ScriptRow } from './script.js';

const readsAs = ({ header, values }: draw.Several, value: Expected): ScriptRow =>
  does({ set: [[header, values]], reads: { [header]: value } });

/** Of an array for a header whose duplicates are ignored the last element is read. It is not sent: some mean much to hosts. */
export const readsLast = byRow(SCRIPT, (of: draw.Several) => {
  const { given, want } = readsAs(of, of.values.at(-1));
  return row([...given, ...assigning([[of.header, []]])], want);
});

/** An array is read as its elements, in their order, a comma between them and not behind them. */
export const readsNoMore = byRow(SCRIPT, (of: draw.Several) => readsAs(of, draw.joinedBy(',', of.values)));

const nameOf = (pair: unknown): string => (Array.isArray(pair) ? String(pair[0]).toLowerCase() : '');

/** Of headers that the host does not add; of the order, that of lines of one name is judged. */
function ownPairs(pairs: readonly unknown[], set: readonly Assignment[]): string {
  const own = pairs.filter((pair) => nameOf(pair).startsWith('x-') || set.map(nameOf).includes(nameOf(pair)));
  return JSON.stringify(own.sort((a, b) => nameOf(a).localeCompare(nameOf(b))));
}

/** Assignments, and the raw pairs that they make. */
type Raw = { readonly set: readonly Assignment[]; readonly pairs: readonly Assignment[] };

const readsRaw = ({ set, pairs }: Raw): ScriptRow => {
  const among = satisfies(`${JSON.stringify(pairs)} among other headers`, (read) => {
    return (Array.isArray(read) && ownPairs(read, set) === ownPairs(pairs, set)) || 'others of its own';
  });
  return row([...assigning(set), ['rawHeadersOut']], { headers: linesOf(set), read: [among] });
};

export const raw = byRow(SCRIPT, readsRaw);

const cookie = fc.stringMatching(/^[a-z]{1,6}=[A-Za-z0-9]{0,8}(; Path=\/[a-z]{0,4})?$/);
const cookies = fc.oneof(cookie, fc.array(cookie, { minLength: 1, maxLength: 4 }));

export const readsDrawn = drawn(SCRIPT, {
  'in-any-case': () =>
    draw.headerName
      .chain((name) => draw.spelledTwice(name, draw.headerValue))
      .map(([name, read, value]) =>
        does({ set: [[name, value]], reads: { [read]: value }, lines: { [read]: [value] } }),
      ),
  cookies: () =>
    draw.spelledTwice('set-cookie', cookies).map(([name, read, value]) => {
      const all = { [read]: [value].flat() };
      return does({ set: [[name, value]], reads: all, lines: all });
    }),
  joined: ({ header: one }: { header?: string }) =>
    fc
      .tuple(one === undefined ? draw.headerName : fc.constant(one), draw.severalValues)
      .map(([header, values]) => readsAs({ header, values }, draw.looselyJoinedBy(',', values))),
  'raw-any': () =>
    draw
      .names(4)
      .chain((few) => fc.tuple(...few.map((name) => fc.tuple(respelled(name), valuesOf))))
      .map((set) =>
        readsRaw({ set, pairs: set.flatMap(([name, of]) => [of].flat().map((one): Assignment => [name, one])) }),
      ),
});
