/** 3/process/process-kill: which signals reach a process, as the system reports those that wait for it. */
import { constants } from 'node:os';
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { BYSTANDER, besideProcess } from '../../../language/bystander.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, equal, list, record, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Law, Probe } from '../../../language/trial.js';

/** What the probe is given: the process by its number, and the signals that it is sent, each with its further arguments. */
interface SignalOrder {
  readonly pid: unknown;
  readonly sent: readonly (readonly unknown[])[];
}

/** Sends, and reports how each call ended and which signals wait for the process then; `gone` if they killed it. */
const send: Probe<SignalOrder> = ({ pid, sent }, t) => {
  const status = (): string => {
    const read = t.attempt(() => t.fs.readFileSync(`/proc/${pid}/status`).toString());
    return read[0] === 'threw' ? '' : `${read[1]}`;
  };
  const waiting = (text: string): number[] => {
    const all: number[] = [];
    ['SigPnd', 'ShdPnd'].forEach((name) => {
      const found = new RegExp(`${name}:\\s*([0-9a-f]+)`).exec(text);
      const digits = found === null ? '' : `${found[1]}`;
      for (let i = 0; i < digits.length; i++) {
        const bits = parseInt(digits.charAt(digits.length - 1 - i), 16);
        for (let bit = 0; bit < 4; bit++) if ((bits >> bit) % 2 === 1) all.push(i * 4 + bit + 1);
      }
    });
    return all.sort((a, b) => a - b);
  };
  const isStopped = (text: string): boolean => /State:\s*T/.test(text);
  const signalled = t.at('process');
  if (!isStopped(status())) t.unobservable('what /proc tells of the process that stands by cannot be read');
  const ends = sent.map((args) => {
    const all: unknown[] = [pid];
    return t.attempt(() => t.invoke(signalled, 'kill', all.concat(args)));
  });
  // What is killed takes a moment to be gone.
  const began = Date.now();
  let text = status();
  while (text !== '' && !isStopped(text) && !/State:\s*[ZX]/.test(text) && Date.now() - began < 1000) text = status();
  return { ends, waiting: isStopped(text) ? waiting(text) : 'gone' };
};

/** A signal by its name or number, in the number that the system knows it by. */
const numberOf = (signal: Plain): number => {
  if (typeof signal === 'number') return signal;
  const known = Object.entries(constants.signals).find(([name]) => name === signal);
  if (known === undefined) throw new Error(`there is no signal ${JSON.stringify(signal)}`);
  return known[1];
};

const inOrder = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** A signal, or several that are sent one after the other; a list in place of one has all arguments behind the process. */
interface SignalRow {
  readonly signals: Plain;
}

const isList = (of: Plain): of is readonly Plain[] => Array.isArray(of);
const signalsIn = ({ signals }: SignalRow): readonly Plain[] => (isList(signals) ? signals : [signals]);

const orderOf = (signals: readonly Plain[]): SignalOrder => ({
  pid: BYSTANDER,
  sent: signals.map((signal) => (isList(signal) ? signal : [signal]).map(decode)),
});

const beside =
  <D>(law: Law<D>): Law<D> =>
  (data) =>
    besideProcess(law(data));

const arrives = (signals: readonly Plain[]): Expectation =>
  record({
    ends: list(...signals.map(() => attempted(anything))),
    waiting: equal(inOrder(signals.map(numberOf).filter((number) => number > 0))),
  });

/** A law of signals that are sent one after the other. */
const sending = (expect: (signals: readonly Plain[]) => Expectation) =>
  beside(
    example({
      input: (row: SignalRow) => orderOf(signalsIn(row)),
      probe: send,
      expect: (row) => expect(signalsIn(row)),
    }),
  );

/** These signals, and no others. */
export const sends = sending(arrives);

/** Signals that a stopped process keeps and whose names are not left open: SIGCONT lets it go on, and some are ignored at once. */
const LEFT_OUT = [
  ...[
    'KILL',
    'STOP',
    'CONT',
    'TSTP',
    'TTIN',
    'TTOU',
    'CHLD',
    'URG',
    'WINCH',
    'IOT',
    'POLL',
    'UNUSED',
    'STKFLT',
    'LOST',
  ],
  ...['INFO', 'PWR', 'IO', 'BREAK', 'TRAP', 'BUS', 'XCPU', 'XFSZ', 'VTALRM', 'PROF', 'SYS'],
];
const HELD_SIGNALS = Object.keys(constants.signals).filter((name) => !LEFT_OUT.includes(name.slice(3)));

/** Several signals, by names and numbers. */
export const sendsDrawn = beside(
  property({
    inputs: (_: object) =>
      fc
        .array(
          fc.constantFrom(...HELD_SIGNALS).chain((name) => fc.constantFrom<Plain>(name, numberOf(name), 0)),
          { minLength: 1, maxLength: 6 },
        )
        .map(orderOf),
    probe: send,
    expect: ({ sent }) => arrives(sent.map(([signal]) => (typeof signal === 'string' ? signal : Number(signal)))),
  }),
);

/** A process that is killed is gone. */
export const kills = sending((signals) =>
  record({ ends: list(...signals.map(() => attempted(anything))), waiting: 'gone' }),
);

export const succeeds = sending((signals) => record({ ends: list(...signals.map(() => attempted(true))) }));

/** What is no signal reaches nobody, however the call ends. */
export const sendsNothing = sending(() => record({ waiting: equal([]) }));

/** How calls end, and what is sent; nothing is claimed. */
export const recordsCalls = sending(() => anything);

/** Numbers above those that processes have. */
const NOBODY = 2 ** 22 + 1;

/** Nobody has that number: the call throws. */
export const findsNobody = example({
  needs: ['machine'],
  input: (row: SignalRow) => ({ pid: NOBODY, signals: signalsIn(row).map(decode) }),
  probe: ({ pid, signals }, t) => {
    const on = t.at('process');
    return signals.map((signal) => {
      const args: unknown[] = [pid, signal];
      return t.attempt(() => t.invoke(on, 'kill', args));
    });
  },
  expect: (row) => list(...signalsIn(row).map(() => attempted(throws()))),
});
