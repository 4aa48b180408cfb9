/** 3/process/process-env: what scripts see of the environment that their host or command line was started in. */
import { absent, anything, type Expectation, equal, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { type Directive, directive } from '../../../language/setup.js';

const probed = { needs: ['exchange'], input: (_: object) => 'PATH', expect: (): Expectation => absent } as const;

/** A variable that every process here has is removed. */
export const isRemoved = example({ ...probed, probe: (name: string, t) => t.at(`process.env.${name}`) });

/** The directive holds for the whole process. */
export const isPreserved = example({
  ...probed,
  ownProcess: true,
  setup: [directive('env', 'PATH')],
  probe: (name: string, t) => typeof t.at(`process.env.${name}`),
  expect: () => equal('string'),
});

interface EnvironmentVariables {
  readonly [name: string]: string | null;
}

/** How a host is started, and some names of which its scripts see what stands here, or nothing. Cases that start it alike share one. */
interface EnvironmentRow {
  readonly environment?: EnvironmentVariables;
  /** What follows `env`, of each such directive. */
  readonly env?: readonly string[];
  readonly seen?: { readonly [name: string]: string };
  readonly unseen?: readonly string[];
  /** Requests are served by processes apart from the one that was started. */
  readonly workers?: boolean;
}

const WORKERS: readonly Directive[] = [directive('master_process', 'on'), directive('worker_processes', '2')];

/** A long value stands as how often it repeats its letter. */
const spelled = (value: string): string => {
  const repeated = /^(\w)\*(\d+)$/.exec(value);
  return repeated === null ? value : `${repeated[1]}`.repeat(Number(repeated[2]));
};

/** The same of what follows the equals sign of an `env` directive. */
const spelledBehind = (word: string): string => word.replace(/(?<==)\w\*\d+$/, spelled);

const spelledIn = (variables: EnvironmentVariables): EnvironmentVariables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value === null ? null : spelled(value)]));

/** Names that a case looks at. */
const namesOf = ({ seen = {}, unseen = [] }: EnvironmentRow): readonly string[] => [...Object.keys(seen), ...unseen];

/** Names that a host is started with; of others nothing is told, for they may hold what nobody is to see. */
const startedWith = ({ environment = {}, env = [] }: EnvironmentRow): readonly string[] => [
  ...Object.keys(environment),
  ...env.map((word) => word.replace(/=.*$/s, '')),
  'TZ',
];

const inAscii = (names: readonly string[]): readonly string[] => names.map((name) => encodeURIComponent(name));

/** What reading each name gives, and which of them `Object.keys` lists, in whatever spelling a target may give them. */
export const sees = example({
  needs: ['exchange'],
  started: ({ environment = {} }: EnvironmentRow) => ({ environment: spelledIn({ TZ: null, ...environment }) }),
  setup: ({ env = [], workers = false }) => [
    ...env.map((word) => directive('env', spelledBehind(word))),
    ...(workers ? WORKERS : []),
  ],
  // In ASCII, whatever a target makes of texts of a request.
  input: (data) => ({ spelt: inAscii(namesOf(data)), expected: inAscii(startedWith(data)) }),
  probe: ({ spelt, expected }, t) => {
    const names = spelt.map((name) => decodeURIComponent(name));
    const env = Object(t.at('process.env'));
    const listed = Object.keys(env);
    const among = (some: readonly string[]): string[] => {
      const known = some.map((name) => name.toUpperCase());
      return listed.filter((name) => known.indexOf(name.toUpperCase()) >= 0);
    };
    return {
      read: names.map((name) => [name, listed.indexOf(name) >= 0 ? env[name] : undefined]),
      listed: among(names).sort(),
      more: listed.length - among(expected.map((name) => decodeURIComponent(name))).length,
    };
  },
  expect: (data) => {
    const { seen = {} } = data;
    return record({
      read: equal(
        namesOf(data).map((name) => [name, Object.hasOwn(seen, name) ? spelled(seen[name] ?? '') : undefined]),
      ),
      listed: equal(Object.keys(seen).sort()),
      more: 0,
    });
  },
});

/** A command line is no host: its scripts see all variables that it was started with, and none that are not there. */
export const seesAll = example({
  needs: ['arguments'],
  started: ({
    environment = {},
  }: {
    readonly environment?: EnvironmentVariables;
    readonly names: readonly string[];
  }) => ({ environment: spelledIn(environment), arguments: [] }),
  input: ({ names }) => names,
  probe: (names, t) => {
    const env = Object(t.at('process.env'));
    const listed = Object.keys(env);
    const own = (name: string): unknown => (listed.indexOf(name) >= 0 ? env[name] : undefined);
    return {
      // Every process here has it; its value is nobody's concern.
      path: [typeof own('PATH'), listed.indexOf('PATH') >= 0],
      read: names.map((name) => [name, own(name), listed.indexOf(name) >= 0]),
    };
  },
  expect: ({ environment = {}, names }) => {
    const variables = spelledIn(environment);
    return record({
      path: equal(['string', true]),
      read: equal(names.map((name) => [name, variables[name] ?? undefined, typeof variables[name] === 'string'])),
    });
  },
});

/** What becomes of changes; nothing is claimed. */
export const recordsChanges = example({
  needs: ['exchange'],
  ownProcess: true,
  setup: [directive('env', 'SPEC_CHANGED=before')],
  input: ({ of }: { readonly of: 'write' | 'add' | 'delete' | 'assign' | 'same' | 'number' }) => of,
  probe: (of, t) => {
    const object = Object(t.at('process'));
    const ended = t.attempt(() => {
      if (of === 'write') object.env.SPEC_CHANGED = 'after';
      else if (of === 'number') object.env.SPEC_CHANGED = 12;
      else if (of === 'add') object.env.SPEC_ADDED = 'added';
      else if (of === 'delete') delete object.env.SPEC_CHANGED;
      else if (of === 'assign') object.env = {};
      return of === 'same' ? object.env === t.at('process.env') : undefined;
    });
    const env = Object(t.at('process.env'));
    return [ended, typeof env.SPEC_CHANGED, `${env.SPEC_CHANGED}`, `${env.SPEC_ADDED}`, Object.keys(env).length];
  },
  expect: () => anything,
});
