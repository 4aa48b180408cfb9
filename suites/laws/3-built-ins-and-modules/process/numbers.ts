/** 3/process/process-pid, 3/process/process-ppid: numbers of processes, as the system reports them to the process itself. */
import { all, answers, each, record, responses, satisfies } from '../../../language/expectation.js';
import { example, exchange } from '../../../language/law.js';
import { directive, http, location } from '../../../language/setup.js';
import type { Probe } from '../../../language/trial.js';
import type { HttpRequestObject } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';

/** The number of the process and that of its parent: the second word after the name, which is in parentheses. */
const compare: Probe<string> = (path, t) => {
  const read = t.attempt(() => t.fs.readFileSync(path).toString());
  const found = /^(\d+) \(.*\) \S (\d+) /.exec(read[0] === 'threw' ? '' : `${read[1]}`);
  if (found === null) return t.unobservable('the state of the process in /proc cannot be read');
  const on = Object(t.at('process'));
  return {
    pid: on.pid === Number(found[1]),
    ppid: on.ppid === Number(found[2]),
    again: t.at('process.pid') === on.pid && t.at('process.ppid') === on.ppid,
    numbers: [on.pid, on.ppid],
  };
};

const TRUE = record({ pid: true, ppid: true, again: true });

/** Those of the process in which the script runs, and of its parent. */
export const areOfSystem = example({
  needs: ['machine'],
  input: (_: object) => '/proc/self/stat',
  probe: compare,
  expect: () => TRUE,
});

const answersNumbers = liftedWith((r: HttpRequestObject, t, numbers: typeof compare) => {
  t.answer(r, numbers('/proc/self/stat', t));
}, compare);

/** Each of several serving processes has its own number, and all have the same parent, which does not serve. */
export const areOfWorkers = exchange({
  needs: ['machine'],
  started: (_: object) => ({}),
  setup: [
    directive('master_process', 'on'),
    directive('worker_processes', '2'),
    http(location('/pid', { js_content: answersNumbers })),
  ],
  send: (_, at) => ({ requests: Array.from({ length: 12 }, () => ({ target: at('/pid') })), together: true }),
  expect: () => responses(answers(all(each(TRUE), satisfies('one parent, which is none of them', isOneParent)))),
});

function isOneParent(all: unknown): true | string {
  if (!Array.isArray(all)) return 'there is no list';
  const pairs = all.map((one): unknown[] => Object(one).numbers);
  const parents = new Set(pairs.map(([, ppid]) => ppid));
  if (parents.size !== 1) return `there are ${parents.size} parents`;
  return !pairs.some(([pid]) => parents.has(pid)) || 'the parent serves requests';
}
