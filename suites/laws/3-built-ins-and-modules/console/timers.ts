/** 3/console: console.time and console.timeEnd. What they tell is put beside the milliseconds that pass here meanwhile. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation, satisfies } from '../../../language/expectation.js';
import { conversation, exchanged } from '../../../language/law.js';
import type { CommandLinePartner, Partners } from '../../../language/partners.js';
import { http, location } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';

/** Milliseconds that pass, or a call with a label or with other arguments. */
type Step = number | { readonly start: string | readonly Plain[] } | { readonly stop: string | readonly Plain[] };

interface Steps {
  readonly does: readonly Step[];
  /** Jobs and timers of the script's own stand between, instead of a loop. */
  readonly later?: boolean;
}

/** A step as a script is told it. */
interface Told {
  readonly wait: number;
  readonly member: string;
  readonly args: readonly unknown[];
}

const told = (step: Step): Told => {
  if (typeof step === 'number') return { wait: step, member: '', args: [] };
  const [member, given] = 'start' in step ? ['time', step.start] : ['timeEnd', step.stop];
  return { wait: 0, member, args: typeof given === 'string' ? [given] : given.map(decode) };
};

/** How calls ended is told once all steps are done. In the probe language. */
const measure = (steps: readonly Told[], later: boolean, t: World, done: (ended: string[]) => void): void => {
  const ended: string[] = [];
  const call = (step: Told): void => {
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

const inHandler = liftedWith(measure, (r: HttpRequest, t, does) => {
  const order: { steps: Told[]; later: boolean } = t.input(r);
  does(order.steps, order.later, t, (ended) => t.answer(r, ended));
});

const onCommandLine = liftedWith(measure, (order: { steps: readonly Told[]; later: boolean }, t, does) =>
  does(order.steps, order.later, t, () => undefined),
);

const SETUP = [http(location('/measure', { js_content: inHandler }))];

/** What was told, and how many milliseconds passed here from before the script until after it. */
interface Seen {
  readonly messages: readonly string[];
  readonly tookMs: number;
}

const orderOf = ({ does, later = false }: Steps) => ({ steps: does.map(told), later });

const inHost = async (steps: Steps, partners: Partners, at: At): Promise<Seen> => {
  const from = performance.now();
  await exchanged({ requests: [{ target: at('/measure'), input: orderOf(steps) }] }, partners);
  const tookMs = performance.now() - from;
  return { messages: (await partners.log.lines()).map(({ message }) => message), tookMs };
};

const inProgram = async (steps: Steps, commandLine: CommandLinePartner): Promise<Seen> => {
  const { stdout, stderr, tookMs } = await commandLine.run(onCommandLine, orderOf(steps));
  // A label may hold the end of a line.
  const messages = `${stdout}${stderr}`.match(/.*?\d(?: ?ms)?\n/gs) ?? [];
  return { messages, tookMs };
};

/** By how many milliseconds clocks may be apart: those of scripts count whole ones, and another clock counts here. */
const APART = 3;

/** Of each stopped timer: milliseconds between, and those that passed outside of it. */
type Spans = readonly (readonly [between: number, outside: number])[];

const elapsed = (spans: Spans): Expectation =>
  satisfies(
    `messages with ${spans.map(([between]) => `${between} ms`).join(', ')} or more, and no more than passed`,
    (of) => {
      const { messages, tookMs }: Partial<Seen> = Object(of);
      const all = messages ?? [];
      const wrong = spans.filter(([between, outside], i) => {
        const ms = Number(/(\d+(?:\.\d+)?)(?: ?ms)?\s*$/.exec(all[i] ?? '')?.[1] ?? Number.NaN);
        return !(ms >= between - APART && ms <= Number(tookMs) - outside + APART);
      });
      return (all.length === spans.length && wrong.length === 0) || `${JSON.stringify(all)} in ${Number(tookMs)} ms`;
    },
  );

interface Run extends Steps {
  readonly then: Spans;
}

export const measuresInHost = conversation({
  needs: ['exchange', 'log'],
  setup: SETUP,
  hold: (run: Run, partners, at) => inHost(run, partners, at),
  expect: ({ then }) => elapsed(then),
});

export const measuresOnCommandLine = conversation({
  needs: ['command-line'],
  hold: (run: Run, { commandLine }) => inProgram(run, commandLine),
  expect: ({ then }) => elapsed(then),
});

interface Labelled {
  readonly label: Plain;
}

/** Another timer is started within. */
const labelled = ({ label }: Labelled): Steps => ({
  does: [{ start: [label] }, { start: 'another' }, 10, { stop: [label] }],
});

export const takesLabelInHost = conversation({
  needs: ['exchange', 'log'],
  setup: SETUP,
  hold: (data: Labelled, partners, at) => inHost(labelled(data), partners, at),
  expect: () => elapsed([[10, 0]]),
});

export const takesLabelOnCommandLine = conversation({
  needs: ['command-line'],
  hold: (data: Labelled, { commandLine }) => inProgram(labelled(data), commandLine),
  expect: () => elapsed([[10, 0]]),
});

/** Times differ from run to run. */
const masked = (text: string): string => text.replace(/\d+\.\d+/g, '#');

export const isRecordedInHost = conversation({
  needs: ['exchange', 'log'],
  setup: SETUP,
  hold: async (steps: Steps, partners, at) => (await inHost(steps, partners, at)).messages.map(masked),
  expect: () => anything,
});

export const isRecordedOnCommandLine = conversation({
  needs: ['command-line'],
  hold: async (steps: Steps, { commandLine }) => {
    const { stdout } = await commandLine.run(onCommandLine, orderOf(steps));
    return masked(stdout);
  },
  expect: () => anything,
});
