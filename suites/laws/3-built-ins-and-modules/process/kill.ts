/** 3/process/process-kill: the signals that reach a process, as the system reports pending ones. */

import { constants } from 'node:os';
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { BYSTANDER, besideProcess } from '../../../language/bystander.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, equal, list, record, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { isList } from '../../../language/plain.js';
import type { Law, Probe } from '../../../language/trial.js';

/** The input of the probe: the number of the process, and the signals to send, each with further arguments. */
interface SignalOrder {
  readonly pid: unknown;
  readonly sent: readonly (readonly unknown[])[];
}

/** Sends, and reports how each call ended and which signals are then pending for the process; `gone` if they ended it. */
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
  if (!isStopped(status())) t.unobservable('the state of the other process in /proc cannot be read');
  const ends = sent.map((args) => {
    const all: unknown[] = [pid];
    return t.attempt(() => t.invoke(signalled, 'kill', all.concat(args)));
  });
  // It takes a moment until a killed process is gone.
  const began = Date.now();
  let text = status();
  while (text !== '' && !isStopped(text) && !/State:\s*[ZX]/.test(text) && Date.now() - began < 1000) text = status();
  return { ends, waiting: isStopped(text) ? waiting(text) : 'gone' };
};

/** A signal by its name or number, as the number of the system. */
const numberOf = (signal: Plain): number => {
  if (typeof signal === 'number') return signal;
  const known = Object.entries(constants.signals).find(([name]) => name === signal);
  if (known === undefined) throw new Error(`there is no signal ${JSON.stringify(signal)}`);
  return known[1];
};

const inOrder = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** A signal, or several that are sent one after the other; a list represents all arguments after the process. */
interface SignalRow {
  readonly signals: Plain;
}

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

/** Signals that a stopped process does not keep, such as SIGCONT and ignored ones, or whose names are left open. */
const LEFT_OUT = [
  ...'KILL STOP CONT TSTP TTIN TTOU CHLD URG WINCH IOT POLL UNUSED STKFLT LOST'.split(' '),
  ...'INFO PWR IO BREAK TRAP BUS XCPU XFSZ VTALRM PROF SYS'.split(' '),
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

/** A killed process is gone. */
export const kills = sending((signals) =>
  record({ ends: list(...signals.map(() => attempted(anything))), waiting: 'gone' }),
);

export const succeeds = sending((signals) => record({ ends: list(...signals.map(() => attempted(true))) }));

/** An invalid signal reaches no process, however the call ends. */
export const sendsNothing = sending(() => record({ waiting: equal([]) }));

/** How calls end, and the sent signals; the results are only recorded. */
export const recordsCalls = sending(() => anything);

/** Larger than any process number. */
const NOBODY = 2 ** 22 + 1;

/** No process has that number, so the call throws. */
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
