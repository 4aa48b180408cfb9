/** 3/rt/rt-on, 3/events: callbacks of the event `exit`, whose messages are in the host's log or a command line's output. */
import {
  anything,
  type Expectation,
  equal,
  list,
  logLine,
  record,
  response,
  satisfies,
} from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { CommandLinePartner, Partners } from '../../../language/partners.js';
import { http, location } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { logOf } from '../../support/logged.js';

/** `NAME`: reports its name and its number of arguments. The action after that follows a colon. */
type ExitCallback = string;

/** The actions of a script. */
interface Script {
  /** In this order; the event of a plain callback is `exit`. */
  readonly register?: readonly (ExitCallback | readonly [event: string, callback: ExitCallback])[];
  /** The place: `at-once`, in a job, in a timer that the script waits for, or after the answer to a request. */
  readonly from?: 'at-once' | 'job' | 'timer' | 'behind';
  /** What the script leaves: a job of two steps, or a rejected promise. */
  readonly leaves?: 'nothing' | 'jobs' | 'rejection';
  /** It throws at the end. */
  readonly fails?: boolean;
}

type Callback = (...given: unknown[]) => unknown;

/** Returns callbacks by their texts, the same one for the same text; in the probe language. */
const callbacksOf = (t: World, say: (text: string) => void): ((text: string) => Callback) => {
  const known: { [text: string]: Callback } = {};
  const make = (text: string): Callback => {
    const parts = text.split(':');
    const name = `${parts[0]}`;
    return (...given) => {
      say(`${name} ${given.length}`);
      if (parts[1] === 'throws') throw new Error('failed');
      if (parts[1] === 'registers') t.invoke(t.rt, 'on', ['exit', make(`of-${name}`)]);
      if (parts[1] === 'job') Promise.resolve().then(() => say(`job-of-${name}`));
      if (parts[1] === 'timer') setTimeout(() => say(`timer-of-${name}`), 1);
      return parts[1] === 'promises' ? Promise.resolve() : undefined;
    };
  };
  return (text) => {
    const callback = known[text] || make(text);
    known[text] = callback;
    return callback;
  };
};

/** `say` reports a message; `answer` performs its other task. In the probe language. */
const act = liftedWith(
  (
    script: Required<Script>,
    t: World,
    callbacks: typeof callbacksOf,
    say: (text: string) => void,
    answer: () => void,
  ): void => {
    const callbackOf = callbacks(t, say);
    const register = (): void => {
      script.register.forEach((one) => {
        const pair = typeof one === 'string' ? ['exit', one] : one;
        t.attempt(() => t.invoke(t.rt, 'on', [pair[0], callbackOf(`${pair[1]}`)]));
      });
    };
    const end = (): void => {
      say('ends');
      answer();
      if (script.from === 'behind') register();
      if (script.fails) throw new Error('failed');
    };
    const sayJob = (): void => say('job');
    say('begins');
    if (script.from === 'at-once') register();
    if (script.from === 'job') Promise.resolve().then(register);
    if (script.leaves === 'jobs') Promise.resolve().then(sayJob).then(sayJob);
    if (script.leaves === 'rejection') Promise.reject(new Error('left'));
    const registerAndEnd = (): void => {
      register();
      end();
    };
    if (script.from === 'timer') setTimeout(registerAndEnd, 1);
    else end();
  },
  callbacksOf,
);

const inHandler = liftedWith((r: HttpRequestObject, t, acts: typeof act) => {
  const say = (text: string): void => t.srv.log(t.srv.INFO, text);
  acts(t.input(r), t, say, () => r.return(203, 'answered'));
}, act);

const onCommandLine = liftedWith((script: Required<Script>, t, acts: typeof act) => {
  if (script.register.length > 0 && typeof t.at('rt.on') !== 'function') t.lacking('rt.on is missing');
  const say = (text: string): void => console.log(text);
  acts(script, t, say, () => undefined);
}, act);

/** The input of the target. */
const whole = ({ register = [], from = 'at-once', leaves = 'nothing', fails = false }: Script) =>
  ({ register, from, leaves, fails }) satisfies Required<Script>;

const IN_HOST = { needs: ['exchange', 'log'], setup: [http(location('/exit', { js_content: inHandler }))] } as const;

/** Lines in this order; a list within it has lines in any order. */
type LineOrder = readonly (string | readonly string[])[];

/** Messages of a script, and of its callbacks. */
interface ExitScriptRow extends Script {
  readonly then: LineOrder;
  /** In its place, the scripts of several requests, whose lines come in any order. */
  readonly scripts?: readonly Script[];
}

/** A callback that ran again would have done so by the next request. */
const asked = (scripts: readonly Script[], count: number, partners: Partners, at: At) =>
  logOf(scripts.map(whole), count, partners, at);

const countOf = (then: LineOrder): number => then.flat().length;

/** The messages, from texts or from lines of a log. */
const textsIn = (seen: unknown): readonly string[] =>
  (Array.isArray(seen) ? seen : []).map((one) => String(typeof one === 'string' ? one : Object(one).message));

const saying = (name: string, isRight: (messages: readonly string[]) => boolean): Expectation =>
  satisfies(name, (seen) => isRight(textsIn(seen)) || `said ${textsIn(seen).join(', ')}`);

/** The lines in this order, parts of it in any. */
const lines = (then: LineOrder, expectAll: (texts: readonly string[]) => Expectation): Expectation =>
  then.every((one) => typeof one === 'string')
    ? expectAll(then)
    : saying(`the lines ${JSON.stringify(then)}, those of inner lists in any order`, (messages) =>
        isInOrder(messages, then),
      );

const inLog = (texts: readonly string[]): Expectation => list(...texts.map((text) => logLine('info', text)));

function isInOrder(messages: readonly string[], then: LineOrder): boolean {
  let at = 0;
  return (
    messages.length === countOf(then) &&
    then.every((one) => {
      const expected = [one].flat();
      const logged = messages.slice(at, at + expected.length);
      at += expected.length;
      return logged.toSorted().join('\n') === expected.toSorted().join('\n');
    })
  );
}

const answered = response({ status: 203 });

const among = (then: LineOrder): Expectation =>
  saying(`among them the lines ${JSON.stringify(then)}`, (messages) =>
    isInOrder(
      messages.filter((one) => then.flat().includes(one)),
      then,
    ),
  );

/** In handlers of requests, one request after the other: each has its own callbacks. Hosts log more about an error. */
export const runsInHost = conversation({
  ...IN_HOST,
  hold: ({ scripts, ...row }: ExitScriptRow, partners, at) => asked(scripts ?? [row], countOf(row.then), partners, at),
  expect: ({ then, fails = false, leaves, scripts = [] }: ExitScriptRow) => {
    if (fails || leaves === 'rejection') return record({ responses: anything, log: among(then) });
    if (scripts.length === 0) return record({ responses: list(answered), log: lines(then, inLog) });
    return record({ responses: list(...scripts.map(() => answered)), log: lines([then.flat()], inLog) });
  },
});

/** The output, without the runtime's text about errors. */
const printed = async (script: Script, commandLine: CommandLinePartner): Promise<unknown> => {
  const { stdout } = await commandLine.run(onCommandLine, whole(script));
  return { output: stdout.split('\n').filter((line) => /^[\w-]+( \d+)?$/.test(line)) };
};

/** In a script of a command line. */
export const runsOnCommandLine = conversation({
  needs: ['command-line'],
  hold: (row: ExitScriptRow, { commandLine }) => printed(row, commandLine),
  expect: ({ then }: ExitScriptRow) => record({ output: lines(then, equal) }),
});

/** Results that the documents leave open; the host keeps running. */
export const isRecordedInHost = conversation({
  ...IN_HOST,
  // A timer of the first script is over with that of the second; the third comes after all of it.
  hold: (script: Script, partners, at) => asked([script, { from: 'timer' }, {}], 6, partners, at),
  expect: () => anything,
});

export const isRecordedOnCommandLine = conversation({
  needs: ['command-line'],
  hold: (script: Script, { commandLine }) => printed(script, commandLine),
  expect: () => anything,
});
