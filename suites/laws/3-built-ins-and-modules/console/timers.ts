/** 3/console: console.time and console.timeEnd. Their reports are compared with the milliseconds that pass here. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation, satisfies } from '../../../language/expectation.js';
import { type ConsoleCalls, type Speaker, type Spoken, spoken } from './speaking.js';

/** Milliseconds that pass, or a call: a member and its arguments. */
type TimerStep = number | readonly [member: 'time' | 'timeEnd', ...args: Plain[]];

type TimerSteps = Speaker & { readonly steps: readonly TimerStep[]; readonly later?: boolean };

/** The most milliseconds between two clocks: scripts count whole ones, and another clock counts here. */
const APART = 3;

/** For each stopped timer: the milliseconds between its calls, and those that passed around them. */
type Spans = readonly (readonly [between: number, outside: number])[];

/** The time at the start of a message, such as `[40.05ms] label`, or at its end. */
const FIRST = /^\[?(\d+(?:\.\d+)?) ?ms\b/;
const LAST = /(\d+(?:\.\d+)?)(?: ?ms)?\s*$/;

const timeIn = (message = ''): number => Number((FIRST.exec(message) ?? LAST.exec(message))?.[1] ?? Number.NaN);

/** Messages of a log, or those in the text of a command line, whose labels may contain line ends. */
function messagesIn(lines: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(lines) ? lines : [];
  if (!all.every((line) => typeof line === 'string')) return all.map((line) => `${Object(line).message}`);
  const text = all.join('');
  return FIRST.test(text) ? text.split(/^(?=\[?\d+(?:\.\d+)? ?ms\b)/m) : (text.match(/.*?\d(?: ?ms)?\n/gs) ?? []);
}

const elapsed = (spans: Spans): Expectation =>
  satisfies(
    `messages with ${spans.map(([between]) => `${between} ms`).join(', ')} or more, and no more than passed`,
    (seen) => {
      const { lines, tookMs }: { readonly lines?: unknown; readonly tookMs?: unknown } = Object(seen);
      const all = messagesIn(lines);
      const wrong = spans.filter(([between, outside], i) => {
        const ms = timeIn(all[i]);
        return !(ms >= between - APART && ms <= Number(tookMs) - outside + APART);
      });
      return (all.length === spans.length && wrong.length === 0) || `${JSON.stringify(all)} in ${Number(tookMs)} ms`;
    },
  );

const observed = ({ lines, tookMs }: Spoken) => ({ lines, tookMs });

const callsOf = ({ steps }: TimerSteps): ConsoleCalls =>
  steps.map((step) => (typeof step === 'number' ? step : { member: step[0], given: step.slice(1) }));

type TimerRun = TimerSteps & { readonly then: Spans; readonly name?: string };

/** With a unique word before each label, because a program may still have timers of earlier cases. */
const ownLabels = ({ name = '', steps, ...run }: TimerRun): TimerSteps => ({
  ...run,
  steps: steps.map((step) => (typeof step === 'number' ? step : [step[0], `${name} ${step[1]}`])),
});

export const measures = spoken<TimerRun>(
  (run) => callsOf(run.where === 'host' ? run : ownLabels(run)),
  ({ then }) => elapsed(then),
  ({ later = false }) => ({ later, observed }),
);

/** Another timer is started within, and stopped after it. */
const labelled = (label: Plain): readonly TimerStep[] => {
  const another = `another than ${String(decode(label)).slice(0, 20)}`;
  return [['time', label], ['time', another], 10, ['timeEnd', label], ['timeEnd', another]];
};

export const takesLabel = spoken<Speaker & { readonly label: Plain }>(
  ({ where, label }) => callsOf({ where, steps: labelled(label) }),
  () =>
    elapsed([
      [10, 0],
      [10, 0],
    ]),
  () => ({ observed }),
);

export const isRecorded = spoken<TimerSteps>(
  callsOf,
  () => anything,
  // Times differ from run to run.
  () => ({ alone: true, observed: ({ text }) => text.replace(/\d+\.\d+/g, '#') }),
);
