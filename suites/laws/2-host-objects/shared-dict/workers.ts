/** Shared dictionaries between the workers of a host: the same key, at the same time, as often as each can. */
import { answers, type Expectation, joined, responses, satisfies } from '../../../language/expectation.js';
import { exchange } from '../../../language/law.js';
import { directive } from '../../../language/setup.js';
import type { CallList } from './calls.js';
import { crowd, performing } from './requests.js';
import type { InZone } from './zones.js';

const WORKERS = 3;
const REQUESTS = 9;
const TIMES = 150;

const ADD = ['add', 'raced', 'x'];

/** Calls in turn; `holds` checks their results, for any order of the calls of all requests. */
interface RaceKind extends InZone {
  readonly calls: CallList;
  readonly holds: (all: readonly unknown[]) => true | string;
}

const RACES = {
  /** Each number once. */
  incr: {
    zone: 'numbers',
    calls: [['incr', 'raced', 1]],
    holds: (all) => {
      const sorted = all.map(Number).sort((a, b) => a - b);
      const wrong = sorted.findIndex((value, i) => value !== i + 1);
      return wrong < 0 && all.length === REQUESTS * TIMES ? true : `${sorted[wrong]} is call ${wrong + 1}`;
    },
  },
  /** An existing value is taken once. */
  'add-and-pop': { zone: 'texts', calls: [ADD, ['pop', 'raced']], holds: (all) => isBalanced(all, 'x') },
  'add-and-delete': { zone: 'texts', calls: [ADD, ['delete', 'raced']], holds: (all) => isBalanced(all, true) },
  /** A read returns one complete value, however long the values are. */
  'set-and-get': {
    zone: 'texts',
    calls: ['a', 'b'].flatMap((letter) => [
      ['set', 'raced', letter.repeat(letter === 'a' ? 30 : 3000)],
      ['get', 'raced'],
    ]),
    holds: (all) => {
      const read = all.filter((one) => one !== 'the dictionary').map(String);
      const wrong = read.find((one) => !/^(a{30}|b{3000})$/.test(one));
      return wrong === undefined || `a text of ${wrong.length} characters was read`;
    },
  },
} satisfies { readonly [race: string]: RaceKind };

/** The second call took a value as often as the first of two calls added one. */
function isBalanced(all: readonly unknown[], taken: unknown): true | string {
  const countIn = (turn: number, value: unknown) => all.filter((one, i) => i % 2 === turn && one === value).length;
  const [added, gone] = [countIn(0, true), countIn(1, taken)];
  return added === gone || `${added} were added, and ${gone} were taken`;
}

type Race = { readonly race: keyof typeof RACES };

const holding = ({ race }: Race): Expectation =>
  satisfies(`the results of some order of all calls`, (all) =>
    Array.isArray(all) ? RACES[race].holds(all) : 'there is no list of all results',
  );

export const race = exchange({
  started: (_: Race) => ({}),
  setup: ({ race }) => [
    directive('master_process', 'on'),
    directive('worker_processes', `${WORKERS}`),
    ...performing(RACES[race]),
  ],
  send: ({ race }, at) => {
    const { zone, calls } = RACES[race];
    return crowd(at, REQUESTS, zone, calls, TIMES, false);
  },
  expect: (data) => responses(answers(joined(holding(data)))),
});
