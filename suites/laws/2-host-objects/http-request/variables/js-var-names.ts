/** 2/http-request-object-methods/r-js-var-names: names of variables that js_var declares. */
import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import { decode } from '../../../../language/encoding.js';
import {
  attempted,
  type Expectation,
  list,
  responses,
  satisfies,
  throws,
  unordered,
} from '../../../../language/expectation.js';
import { exchange, exchangeProperty } from '../../../../language/law.js';
import { type HttpHandler, http, jsSet, jsVar, location, type Setup } from '../../../../language/setup.js';

/** Declared at several levels, in no order of the alphabet; names without case, one of them the beginning of others. */
const NAMES = ['spec_names_b', 'spec_names_a', 'spec_names', 'spec_names_1', 'spec_names_here', 'spec_names_there'];
const PREFIX = 'spec_names';

/** Tries the calls one after the other; what they return is changed in between, and looked at in the end. */
const asks: HttpHandler = (r, t) => {
  const calls: unknown[][] = t.input(r);
  const all = calls.map((args) =>
    t.attempt(() => {
      const names: unknown[] = Object(t.invoke(r, 'jsVarNames', args));
      const copy = names.map((name) => name);
      names.push('pushed');
      names[0] = 'changed';
      return Array.isArray(names) ? copy : 'no array';
    }),
  );
  t.answer(r, all);
};

const DECLARED: Setup = [
  http(
    jsVar('spec_names_b', 'x'),
    jsVar('spec_names_a'),
    jsVar('spec_names', '$spec_names_b'),
    jsVar('spec_names_1', ''),
    jsSet('spec_names_set', () => 'x'),
    location(
      '/',
      { js_content: asks, js_var: ['$spec_names_here', 'x'], set: ['$spec_names_assigned', 'x'] },
      'prefix',
    ),
    location('/there', { js_var: '$spec_names_there', return: '204' }),
  ),
];

const startingWith = (prefix: string): readonly string[] => NAMES.filter((name) => name.startsWith(prefix));

/** All that are ours, each once, whatever else is declared; none that is no variable of js_var. */
const ours: Expectation = satisfies('the declared names, each once', (names) => {
  const own = Array.isArray(names) ? names.filter((name) => String(name).startsWith(PREFIX)) : [];
  const right = own.length === NAMES.length && NAMES.every((name) => own.includes(name));
  return right || `those are ${own.join(', ')}`;
});

type NamesCall = { readonly given: readonly Plain[]; readonly times?: number };

const send = (calls: readonly (readonly unknown[])[], target: string) => ({ requests: [{ target, input: calls }] });

/** Names in any order; again after what was returned was changed. */
export const listsNames = exchange({
  setup: DECLARED,
  send: ({ given }: NamesCall, at) => send([given.map(decode), given.map(decode)], at('/')),
  expect: ({ given }) => {
    const [prefix] = given.map(decode);
    const wanted = typeof prefix === 'string' && prefix.length >= 4 ? unordered(...startingWith(prefix)) : ours;
    return responses([{ answer: list(attempted(wanted), attempted(wanted)) }]);
  },
});

/** The order of the declarations, those of locations behind those of the http block. */
export const listsNamesInOrder = exchange({
  setup: DECLARED,
  send: (_: object, at) => send([[PREFIX]], at('/')),
  expect: () => responses([{ answer: list(attempted(list(...NAMES))) }]),
});

/** A prefix that is no text. */
export const refusesPrefix = exchange({
  setup: DECLARED,
  send: ({ given }: NamesCall, at) => send([given.map(decode)], at('/')),
  expect: () => responses([{ answer: list(attempted(throws())) }]),
});

/** Nothing is declared in the whole host. */
export const listsNoNames = exchange({
  ownProcess: true,
  setup: [
    http(
      jsSet('spec_computed', () => 'x'),
      location('/', { js_content: asks, set: ['$spec_assigned', 'x'] }),
    ),
  ],
  send: (_: object, at) => send([[], ['spec']], at('/')),
  expect: () => responses([{ answer: list(attempted(list()), attempted(list())) }]),
});

/** Beginnings of names, in any letter case, with characters behind them. */
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

export const listsDrawnNames = exchangeProperty({
  setup: DECLARED,
  inputs: (_: object) => fc.array(prefix, { minLength: 1, maxLength: 6 }),
  send: (prefixes, _, at) =>
    send(
      prefixes.map((one) => [one]),
      at('/'),
    ),
  expect: (prefixes) =>
    responses([{ answer: list(...prefixes.map((one) => attempted(unordered(...startingWith(one))))) }]),
});
