/** 3/process/process-env: the part of the environment that scripts of a host or of a command line see. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation, equal, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { directive, type SetupDirective } from '../../../language/setup.js';
import { orderOf, type StepsRow } from '../../../language/steps.js';
import type { Probe } from '../../../language/trial.js';
import { followOne } from '../../support/steps.js';

/** A variable that every process here has, and that is preserved; the directive applies to the whole process. */
export const isPreserved = example({
  needs: ['exchange'],
  ownProcess: true,
  setup: [directive('env', 'PATH')],
  input: (_: object) => 'PATH',
  probe: (name: string, t) => typeof t.at(`process.env.${name}`),
  expect: () => equal('string'),
});

/** In the tagged encoding. */
interface EnvironmentVariables {
  readonly [name: string]: Plain;
}

/** The start of a host, and names with their expected values. Cases that start it in the same way share one. */
interface EnvironmentRow {
  readonly environment?: EnvironmentVariables;
  /** The arguments of each `env` directive; a list of strings is one. */
  readonly env?: readonly Plain[];
  readonly seen?: EnvironmentVariables;
  readonly unseen?: readonly string[];
  /** Requests are served by processes other than the started one. */
  readonly workers?: boolean;
}

const WORKERS: readonly SetupDirective[] = [directive('master_process', 'on'), directive('worker_processes', '2')];

const wordOf = (word: Plain): string => [decode(word)].flat().join('');

const decoded = (variables: EnvironmentVariables): { readonly [name: string]: string | null } =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value === null ? null : wordOf(value)]));

/** Names that a case reads. */
const namesOf = ({ seen = {}, unseen = [] }: EnvironmentRow): readonly string[] => [...Object.keys(seen), ...unseen];

/** Names that a host is started with; others are not reported, because they may be secrets. */
const startedWith = ({ environment = {}, env = [] }: EnvironmentRow): readonly string[] => [
  ...Object.keys(environment),
  ...env.map((word) => wordOf(word).replace(/=.*$/s, '')),
  'TZ',
];

const inAscii = (names: readonly string[]): readonly string[] => names.map((name) => encodeURIComponent(name));

interface EnvironmentNames {
  readonly spelt: readonly string[];
  readonly expected: readonly string[];
}

/**
 * The value of each name, and whether `Object.keys` lists it. Then the expected names that are listed, in any spelling, and
 * the number of other listed ones. Names are in ASCII, because targets may decode texts of a request.
 */
const probe: Probe<EnvironmentNames> = ({ spelt, expected }, t) => {
  const env = Object(t.at('process.env'));
  const listed = Object.keys(env);
  const among = (some: readonly string[]): string[] => {
    const known = some.map((name) => decodeURIComponent(name).toUpperCase());
    return listed.filter((name) => known.indexOf(name.toUpperCase()) >= 0);
  };
  const isListed = (name: string): boolean => listed.indexOf(name) >= 0;
  const own = (name: string): unknown => (isListed(name) ? env[name] : undefined);
  const names = spelt.map((name) => decodeURIComponent(name));
  return {
    // Every process here has it; its value is not observed.
    path: [typeof own('PATH'), isListed('PATH')],
    read: names.map((name) => [name, own(name), isListed(name)]),
    listed: among(spelt).sort(),
    more: listed.length - among(expected).length,
  };
};

const reads = (names: readonly string[], given: EnvironmentVariables): Expectation => {
  const variables = decoded(given);
  const seen = (name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? undefined) : undefined);
  return equal(names.map((name) => [name, seen(name), seen(name) !== undefined]));
};

export const sees = example({
  needs: ['exchange'],
  started: ({ environment = {} }: EnvironmentRow) => ({ environment: decoded({ TZ: null, ...environment }) }),
  setup: ({ env = [], workers = false }) => [
    ...env.map((word) => directive('env', wordOf(word))),
    ...(workers ? WORKERS : []),
  ],
  input: (data) => ({ spelt: inAscii(namesOf(data)), expected: inAscii(startedWith(data)) }),
  probe,
  expect: (data) => {
    const { seen = {} } = data;
    return record({ read: reads(namesOf(data), seen), listed: equal(Object.keys(seen).sort()), more: 0 });
  },
});

/** The start of a command line, and names whose values its scripts see. */
interface CommandLineRow {
  readonly environment?: EnvironmentVariables;
  readonly names: readonly string[];
}

/** A command line is not a host: its scripts see all variables that it was started with, and no others. */
export const seesAll = example({
  needs: ['arguments'],
  started: ({ environment = {} }: CommandLineRow) => ({ environment: decoded(environment), arguments: [] }),
  input: ({ names }) => ({ spelt: inAscii(names), expected: [] }),
  probe,
  expect: ({ environment = {}, names }) => record({ path: equal(['string', true]), read: reads(names, environment) }),
});

/** Steps that change variables, in a separate process; the results are only recorded. */
export const recordsChanges = example({
  needs: ['exchange'],
  ownProcess: true,
  setup: [directive('env', 'SPEC_CHANGED=before')],
  input: (doing: StepsRow) => orderOf(doing),
  probe: followOne,
  expect: () => anything,
});
