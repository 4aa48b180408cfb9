/** 2/headers, 2/headers-methods: names, characters and sizes of headers. */
import type { Step } from '../../../../spec/types/step.js';
import {
  anything,
  attempted,
  type Expectation,
  either,
  equal,
  list,
  record,
  throws,
} from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { orderOf, type StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { type HeadersMaker, headersMade, inHost } from '../../support/fetch-objects.js';
import {
  expectedReads,
  type HeaderChange,
  type HeaderLine,
  headerValues,
  withChange,
} from '../../support/header-lines.js';
import { type HeaderRow, headerExpectation, headerOrder, LOOKS } from '../../support/headers.js';
import { type LetterCase, SPELLED } from '../../support/spelling.js';
import { follow, type Orders } from '../../support/steps.js';

/** Names that are set twice, changed, and searched for in another letter case. */
interface OfNames extends Omit<HeaderRow, 'lines' | 'calls'> {
  readonly names: readonly string[];
  readonly change: HeaderChange[0] | 'none';
  readonly given: LetterCase;
}

const rowOf = ({ names, change, given, ...row }: OfNames): HeaderRow => ({
  ...row,
  lines: names.flatMap((name): HeaderLine[] => [
    [name, `one ${name}`],
    [SPELLED[given](name), 'two'],
  ]),
  calls:
    change === 'none' ? [] : names.filter((_, i) => i % 2 === 0).map((name) => [change, SPELLED[given](name), 'new']),
});
export const agreesOnNames: Law<OfNames> = inHost(
  (data) => headerOrder(rowOf(data)),
  (data) => headerExpectation(rowOf(data)),
);

/** A character for each byte, and some others, in a name or a value. */
interface Characters {
  readonly within: 'name' | 'value';
  readonly operation: 'append' | 'set' | 'new';
  /** `plain`: characters of tokens in names; visible characters, blanks and tabs in values. `others` may be refused. */
  readonly characters: 'plain' | 'others';
}

const ALL = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), ...'Ā€\u2028\uffff😀'];
const PLAIN = { name: /[!#$%&'*+.^_`|~0-9a-z-]/i, value: /[\t -~]/ } as const;

const OPERATIONS: { readonly [operation in Characters['operation']]: readonly Step[] } = {
  append: [{ on: '$headers', call: ['append', '$name', '$value'], shown: false }],
  set: [{ on: '$headers', call: ['set', '$name', '$value'], shown: false }],
  new: [{ new: ['Headers', '$more'], as: 'headers', shown: false }],
};

const charactersOf = ({ within, characters }: Characters): readonly string[] =>
  ALL.filter((one) => PLAIN[within].test(one) === (characters === 'plain'));

const OLD: readonly HeaderLine[] = [
  ['Alpha', 'old'],
  ['Beta', '2'],
];
const lineWith = (within: Characters['within'], character: string): HeaderLine =>
  within === 'name' ? [`x${character}y`, 'new'] : ['Alpha', `x${character}y`];

function characterOrder({ within, operation }: Characters, character: string): StepOrder {
  const [name, value] = lineWith(within, character);
  const steps: readonly Step[] = [
    ...OPERATIONS[operation],
    { on: '$headers', call: ['getAll', '$item'], each: '$names' },
    ['$headers', 'getAll', '$name'],
  ];
  const subjects = { lines: OLD, more: [...OLD, [name, value]], name, value, names: ['Alpha', 'Beta'] };
  return orderOf({ steps, named: true }, subjects, headersMade());
}

function characterExpected({ within, operation, characters }: Characters, character: string): Expectation {
  const [name, value] = lineWith(within, character);
  const now = withChange(OLD, [operation === 'set' ? 'set' : 'append', name, value]);
  const found = (lines: readonly HeaderLine[]) => attempted(expectedReads('getAll', lines, ['Alpha', 'Beta']));
  const kept = list(attempted(anything), found(now), attempted(equal(headerValues(now, name))));
  return characters === 'plain' ? kept : either(kept, list(attempted(throws()), found(OLD), anything));
}

/** Characters that may be refused are refused completely, or kept unchanged. */
export const keepsCharacters: Law<Characters> = (data) => {
  const all = charactersOf(data);
  const orders = (of: readonly string[]): Orders =>
    Object.fromEntries(of.map((one) => [`U+${one.codePointAt(0)?.toString(16)}`, characterOrder(data, one)]));
  const expected = (of: readonly string[]): Expectation =>
    record(Object.fromEntries(Object.keys(orders(of)).map((key, i) => [key, characterExpected(data, of[i] ?? '')])));
  return example({
    needs: ['exchange'],
    input: () => orders(all),
    probe: follow,
    expect: () => expected(all),
    parts: () => all.map((one) => ({ input: orders([one]), expect: () => expected([one]) })),
  })({});
};

/** One long name or value, or this number of them. */
interface LargeHeaders {
  readonly of: 'value' | 'name' | 'values' | 'names';
  readonly size: number;
  readonly made?: HeadersMaker;
}

const LARGE: { readonly [of in LargeHeaders['of']]: (size: number) => readonly HeaderLine[] } = {
  value: (size) => [
    ['Alpha', 'value'],
    ['Beta', 'v'.repeat(size)],
  ],
  name: (size) => [
    ['Alpha', 'value'],
    ['n'.repeat(size), 'value'],
  ],
  values: (size) => Array.from({ length: size }, (_, i) => [i % 2 === 0 ? 'Alpha' : 'alpha', `${i}`]),
  names: (size) => Array.from({ length: size }, (_, i) => [`Alpha-${i}`, `${i}`]),
};

const largeRow = ({ of, size, made = 'pairs' }: LargeHeaders): HeaderRow => ({
  made,
  lines: LARGE[of](size),
  looks: of === 'names' ? ['getAll', 'has'] : LOOKS,
});
export const holdsLarge: Law<LargeHeaders> = inHost(
  (data) => headerOrder(largeRow(data)),
  (data) => headerExpectation(largeRow(data)),
);
