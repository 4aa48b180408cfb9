/** 2/http-request-object-methods/r-js-var-names: names of variables that js_var declares. */
import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode } from '../../../../language/encoding.js';
import {
  type Expectation,
  type ExpectedValue,
  list,
  satisfies,
  typed,
  unordered,
} from '../../../../language/expectation.js';
import { http, jsSet, jsVar, location, type Setup } from '../../../../language/setup.js';
import { byRow, drawnBy, type RowLaw } from '../../../support/drawn.js';
import { oneLocation } from '../inputs.js';
import { follows, literal, row, SCRIPT, type ScriptRow } from '../script.js';

/** Declared at several levels, not in alphabetical order; lower-case names, one a prefix of others. */
const NAMES = ['spec_names_b', 'spec_names_a', 'spec_names', 'spec_names_1', 'spec_names_here', 'spec_names_there'];
const PREFIX = 'spec_names';

const DECLARED: Setup = [
  http(
    jsVar('spec_names_b', 'x'),
    jsVar('spec_names_a'),
    jsVar('spec_names', '$spec_names_b'),
    jsVar('spec_names_1', ''),
    jsSet('spec_names_set', () => 'x'),
    location(
      '/',
      { js_content: follows, js_var: ['$spec_names_here', 'x'], set: ['$spec_names_assigned', 'x'] },
      'prefix',
    ),
    location('/there', { js_var: '$spec_names_there', return: '204' }),
  ),
];

const startingWith = (prefix: string): readonly string[] => NAMES.filter((name) => name.startsWith(prefix));

/** All our names, each once, whatever else is declared, and only variables of js_var. */
const ours: Expectation = satisfies('the declared names, each once', (names) => {
  const own = Array.isArray(names) ? names.filter((name) => String(name).startsWith(PREFIX)) : [];
  const right = own.length === NAMES.length && NAMES.every((name) => own.includes(name));
  return right || `those are ${own.join(', ')}`;
});

const DECLARING: RowLaw<ScriptRow> = { ...SCRIPT, setup: DECLARED };

/** The names that the call lists; its result is changed afterwards. */
const listing = (args: readonly Plain[]): Step[] => [
  { call: ['jsVarNames', ...args.map(literal)], as: 'names', shown: false },
  { on: '$names', call: 'slice', shown: true },
  ['$names', 'push', 'pushed'],
  { on: '$names', set: [0, 'changed'] },
];

/** Calls with these arguments, and what each of them lists. */
const calling = (calls: readonly (readonly Plain[])[], read: readonly ExpectedValue[]): ScriptRow =>
  row(calls.flatMap(listing), { read });

type NamesCall = { readonly given: readonly Plain[] };

/** Names in any order, and again after a change of the returned array. */
export const listsNames = byRow(DECLARING, ({ given }: NamesCall) => {
  const [prefix] = given.map(decode);
  const all = typeof prefix === 'string' && prefix.length >= 4 ? unordered(...startingWith(prefix)) : ours;
  return calling([given, given], [all, all]);
});

/** The order of the declarations, with those of locations after those of the http block. */
export const listsNamesInOrder = byRow(DECLARING, (_: object) => calling([[PREFIX]], [list(...NAMES)]));

/** A prefix that is not a string. */
export const refusesPrefix = byRow(DECLARING, ({ given }: NamesCall) =>
  row([{ call: ['jsVarNames', ...given] }], { threw: list(typed('string')) }),
);

/** Nothing is declared in the whole host. */
const UNDECLARING: RowLaw<ScriptRow> = {
  ...SCRIPT,
  ownProcess: true,
  setup: [http(jsSet('spec_computed', () => 'x')), ...oneLocation(follows, { set: ['$spec_assigned', 'x'] })],
};

export const listsNoNames = byRow(UNDECLARING, (_: object) => calling([[], ['spec']], [[], []]));

/** Prefixes of names, in any letter case, possibly followed by other characters. */
const prefix = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.nat(14),
    fc.constantFrom('', '', '', '_', 'a', '1', 'é', '\0'),
    fc.constantFrom(false, false, true),
  )
  .map(([name, length, more, upper]) =>
    `${PREFIX}${name.slice(PREFIX.length, length)}${more}`[upper ? 'toUpperCase' : 'toString'](),
  );

const drawnCalls = fc
  .array(prefix, { minLength: 1, maxLength: 6 })
  .map((all) => calling([...all.map((one) => [one])], [...all.map((one) => unordered(...startingWith(one)))]));

export const listsDrawnNames = drawnBy(DECLARING, (_: object) => drawnCalls);
