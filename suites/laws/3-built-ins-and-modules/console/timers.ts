/** 3/console: console.time and console.timeEnd. What they tell is put beside the milliseconds that pass here meanwhile. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation, satisfies } from '../../../language/expectation.js';
import { conversation, exchanged } from '../../../language/law.js';
import type { CommandLinePartner, CommandOutput, Partners } from '../../../language/partners.js';
import { http, location } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';

/** Milliseconds that pass, or a call with a label or with other arguments. */
type TimerStep = number | { readonly start: string | readonly Plain[] } | { readonly stop: string | readonly Plain[] };

interface TimerSteps {
  readonly does: readonly TimerStep[];
  /** Jobs and timers of the script's own stand between, instead of a loop. */
  readonly later?: boolean;
}

/** A step as a script is told it. */
interface TimerCall {
  readonly wait: number;
  readonly member: string;
  readonly args: readonly unknown[];
}

const told = (step: TimerStep): TimerCall => {
  if (typeof step === 'number') return { wait: step, member: '', args: [] };
  const [member, given] = 'start' in step ? ['time', step.start] : ['timeEnd', step.stop];
  return { wait: 0, member, args: typeof given === 'string' ? [given] : given.map(decode) };
};

/** How calls ended is told once all steps are done. In the probe language. */
const measure = (steps: readonly TimerCall[], later: boolean, t: World, done: (ended: string[]) => void): void => {
  const ended: string[] = [];
  const call = (step: TimerCall): void => {
    if (step.member !== '')
      ended.push(t.attempt(() => t.invoke(t.at('globalThis.console'), step.member, step.args))[0]);
  };
  const spin = (ms: number): void => {
    const from = Date.now();
    while (Date.now() - from < ms);
  };
  const next = (at: number): void => {
    const step = steps[at];
    if (step === undefined) done(ended);
    else {
      call(step);
      if (step.wait > 0 && later) setTimeout(() => next(at + 1), step.wait);
      else {
        if (step.wait > 0) spin(step.wait);
        next(at + 1);
      }
    }
  };
  next(0);
};

const inHandler = liftedWith((r: HttpRequest, t, does) => {
  const order: { steps: TimerCall[]; later: boolean } = t.input(r);
  does(order.steps, order.later, t, (ended) => t.answer(r, ended));
}, measure);

/** In the last line that it prints stands how many milliseconds its steps took by another clock. */
const onCommandLine = liftedWith((order: { steps: readonly TimerCall[]; later: boolean; mark: string }, t, does) => {
  const from = Date.now();
  does(order.steps, order.later, t, () => console.log(order.mark + (Date.now() - from)));
}, measure);

const IN_HOST = {
  needs: ['exchange', 'log'],
  setup: [http(location('/measure', { js_content: inHandler }))],
} as const;

/** What was told, and how many milliseconds passed from before the steps until after them, by another clock. */
interface Measurement {
  readonly messages: readonly string[];
  readonly tookMs: number;
}

const orderOf = ({ does, later = false }: TimerSteps) => ({ steps: does.map(told), later });

const inHost = async (steps: TimerSteps, partners: Partners, at: At): Promise<Measurement> => {
  const from = performance.now();
  await exchanged({ requests: [{ target: at('/measure'), input: orderOf(steps) }] }, partners);
  const tookMs = performance.now() - from;
  return { messages: (await partners.log.lines()).map(({ message }) => message), tookMs };
};

const MARK = 'srvspec-took:';

/** What a program printed of its steps, and the milliseconds that these took there; those of the program where it does not tell. */
const inProgram = async (
  steps: TimerSteps,
  commandLine: CommandLinePartner,
  among: boolean,
): Promise<{ readonly printed: CommandOutput; readonly stepsMs: number }> => {
  const printed = await commandLine.run(onCommandLine, { ...orderOf(steps), mark: MARK }, { among });
  const at = printed.stdout.lastIndexOf(MARK);
  if (at < 0) return { printed, stepsMs: printed.tookMs };
  const stepsMs = Number(/^\d+/.exec(printed.stdout.slice(at + MARK.length))?.[0]);
  return { printed: { ...printed, stdout: printed.stdout.slice(0, at) }, stepsMs };
};

/** Steps that stop what they start may be among those of others. */
const measuredInProgram = async (steps: TimerSteps, commandLine: CommandLinePartner): Promise<Measurement> => {
  const { printed, stepsMs } = await inProgram(steps, commandLine, true);
  // A label may hold the end of a line.
  const messages = `${printed.stdout}${printed.stderr}`.match(/.*?\d(?: ?ms)?\n/gs) ?? [];
  // The program took longer in any case.
  return { messages, tookMs: Math.min(stepsMs, printed.tookMs) };
};

/** By how many milliseconds clocks may be apart: those of scripts count whole ones, and another clock counts here. */
const APART = 3;

/** Of each stopped timer: milliseconds between, and those that passed outside of it. */
type Spans = readonly (readonly [between: number, outside: number])[];

const elapsed = (spans: Spans): Expectation =>
  satisfies(
    `messages with ${spans.map(([between]) => `${between} ms`).join(', ')} or more, and no more than passed`,
    (of) => {
      const { messages, tookMs }: Partial<Measurement> = Object(of);
      const all = messages ?? [];
      const wrong = spans.filter(([between, outside], i) => {
        const ms = Number(/(\d+(?:\.\d+)?)(?: ?ms)?\s*$/.exec(all[i] ?? '')?.[1] ?? Number.NaN);
        return !(ms >= between - APART && ms <= Number(tookMs) - outside + APART);
      });
      return (all.length === spans.length && wrong.length === 0) || `${JSON.stringify(all)} in ${Number(tookMs)} ms`;
    },
  );

interface TimerRun extends TimerSteps {
  readonly then: Spans;
}

/** A law of what a host logs of steps. */
const lawInHost = <D>(stepsOf: (data: D) => TimerSteps, spansOf: (data: D) => Spans) =>
  conversation({
    ...IN_HOST,
    hold: (data: D, partners, at) => inHost(stepsOf(data), partners, at),
    expect: (data) => elapsed(spansOf(data)),
  });

/** A law of what a program prints of steps. */
const lawOnCommandLine = <D>(stepsOf: (data: D) => TimerSteps, spansOf: (data: D) => Spans) =>
  conversation({
    needs: ['command-line'],
    hold: (data: D, { commandLine }) => measuredInProgram(stepsOf(data), commandLine),
    expect: (data) => elapsed(spansOf(data)),
  });

const spansIn = ({ then }: TimerRun): Spans => then;

export const measuresInHost = lawInHost((run: TimerRun) => run, spansIn);

/** With a word of the case's own before each label, since timers that one case leaves behind are no concern of the next in a program. */
const ownLabels = ({ name = '', does }: TimerRun & { readonly name?: string }): TimerSteps => ({
  does: does.map((step) => {
    if (typeof step === 'number') return step;
    return 'start' in step ? { start: `${name} ${step.start}` } : { stop: `${name} ${step.stop}` };
  }),
});

export const measuresOnCommandLine = lawOnCommandLine(ownLabels, spansIn);

/** Another timer is started within, and stopped behind it. */
const labelled = ({ label }: { readonly label: Plain }): TimerSteps => {
  const another = `another than ${String(decode(label)).slice(0, 20)}`;
  return { does: [{ start: [label] }, { start: another }, 10, { stop: [label] }, { stop: another }] };
};

const ofBoth = (): Spans => [
  [10, 0],
  [10, 0],
];

export const takesLabelInHost = lawInHost(labelled, ofBoth);
export const takesLabelOnCommandLine = lawOnCommandLine(labelled, ofBoth);

/** Times differ from run to run. */
const masked = (text: string): string => text.replace(/\d+\.\d+/g, '#');

export const isRecordedInHost = conversation({
  ...IN_HOST,
  hold: async (steps: TimerSteps, partners, at) => (await inHost(steps, partners, at)).messages.map(masked),
  expect: () => anything,
});

export const isRecordedOnCommandLine = conversation({
  needs: ['command-line'],
  hold: async (steps: TimerSteps, { commandLine }) => {
    const { printed } = await inProgram(steps, commandLine, false);
    return masked(printed.stdout);
  },
  expect: () => anything,
});
