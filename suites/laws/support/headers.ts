/** 2/headers-methods: results of all members for headers, also those of requests and responses, however made and changed. */
import fc from 'fast-check';
import type { Step } from '../../../spec/types/step.js';
import { anything, attempted, type Expectation, list } from '../../language/expectation.js';
import { drawnProperty } from '../../language/law.js';
import { orderOf, type StepOrder } from '../../language/steps.js';
import type { Law } from '../../language/trial.js';
import { type HeadersMaker, headersMade, inHost } from './fetch-objects.js';
import {
  expectedReads,
  type HeaderCall,
  type HeaderChange,
  type HeaderGetter,
  type HeaderLine,
  visits,
  withChange,
} from './header-lines.js';
import { type LetterCase, piecesOf, respelled, SPELLED } from './spelling.js';
import { followOne } from './steps.js';

type HeaderMember = HeaderGetter | 'forEach';
export const LOOKS: readonly HeaderMember[] = ['get', 'getAll', 'has', 'forEach'];

export interface HeaderRow {
  readonly made?: HeadersMaker;
  readonly lines: readonly HeaderLine[];
  readonly calls?: readonly HeaderCall[];
  /** The members that read, by default all four. */
  readonly looks?: readonly HeaderMember[];
  /** The spelling of the names that are read. */
  readonly spelled?: LetterCase;
  /** Further names that are read. */
  readonly others?: readonly string[];
  /** After each call, too, and not only at the end. */
  readonly often?: boolean;
}

const namesIn = ({ lines, calls = [], spelled = 'as-it-is', others = [] }: HeaderRow): readonly string[] => [
  ...new Set([...lines, ...calls.filter(isChange).map(([, ...line]) => line)].map(([name]) => SPELLED[spelled](name))),
  ...others,
];

const isChange = (call: HeaderCall): call is HeaderChange => call[0] !== 'copied';

const stepOf = (call: HeaderCall): Step =>
  isChange(call)
    ? { on: '$headers', call: call.filter((of) => of !== undefined), shown: false }
    : { new: ['Headers', '$headers'], as: 'headers', shown: false };

const looking = ({ looks = LOOKS }: HeaderRow): readonly Step[] =>
  looks.map((look) =>
    look === 'forEach' ? { make: ['entries', '$headers'] } : { on: '$headers', call: [look, '$item'], each: '$names' },
  );

const seen = (row: HeaderRow, lines: readonly HeaderLine[]): readonly Expectation[] =>
  (row.looks ?? LOOKS).map((look) =>
    attempted(look === 'forEach' ? visits(lines) : expectedReads(look, lines, namesIn(row))),
  );

function stepsOf(row: HeaderRow): readonly Step[] {
  const calls = (row.calls ?? []).map(stepOf);
  return [...calls.flatMap((call) => (row.often ? [call, ...looking(row)] : [call])), ...looking(row)];
}

export const headerOrder = (row: HeaderRow): StepOrder =>
  orderOf({ steps: stepsOf(row), named: true }, { lines: row.lines, names: namesIn(row) }, headersMade(row.made));

export function headerExpectation(row: HeaderRow): Expectation {
  const all: Expectation[] = [];
  let lines = row.lines;
  for (const call of row.calls ?? []) {
    if (isChange(call)) lines = withChange(lines, call);
    all.push(attempted(anything), ...(row.often ? seen(row, lines) : []));
  }
  return list(...all, ...seen(row, lines));
}

/** Lines, and changes of them. */
export const agrees: Law<HeaderRow> = inHost(headerOrder, headerExpectation);

const TOKEN = "!#$%&'*+-.^_`|~09azAZ";
const NAMES = [
  'a', 'b', 'Ab', 'Set-Cookie', 'Cookie', 'Host', 'Content-Type', 'Content-Length', 'Connection', 'Transfer-Encoding', 'toString', 'constructor',
  '__proto__', 'an', 'c0', TOKEN,
] as const; // biome-ignore format: a list
const VISIBLE = [...'abc,;="\\ \t\'!~{}()[]<>@/?:%+&#0'];
const name = fc.constantFrom(...NAMES).chain(respelled);
/** Without blanks at its ends. */
const value = fc.oneof(
  piecesOf(VISIBLE, 0, 12).map((text) => text.trim()),
  fc.constantFrom('', 'x'.repeat(300)),
);
const line: fc.Arbitrary<HeaderLine> = fc.tuple(name, value);
const change: fc.Arbitrary<HeaderCall> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('append', 'set'), name, value) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('delete'), name) },
  { weight: 1, arbitrary: fc.constant<HeaderCall>(['copied']) },
);

/** Any lines and changes of them; the other names are never set. */
export const agreesDrawn: Law<Pick<HeaderRow, 'made' | 'looks'>> = drawnProperty({
  needs: ['exchange'],
  inputs: (data): fc.Arbitrary<HeaderRow> =>
    fc
      .record({
        lines: fc.array(line, { maxLength: 8 }),
        calls: fc.array(change, { maxLength: 8 }),
        spelled: fc.constantFrom('as-it-is', 'lower', 'upper', 'mixed'),
      })
      .map((row) => ({ ...data, ...row, often: true, others: ['absent', 'ab-', 'x'] })),
  inputOf: headerOrder,
  probe: followOne,
  expect: headerExpectation,
});
