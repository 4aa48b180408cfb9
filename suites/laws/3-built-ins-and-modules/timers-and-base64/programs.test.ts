import test from 'tape';
import { mistakeIn, type Op, type ProgramTrace, type TimerProgram } from './programs.js';

/** `set 0, over -1`: words, each with its number. */
const trace = (text: string): ProgramTrace =>
  text.split(', ').map((one): [string, number] => [one.replace(/ .*/, ''), Number(one.replace(/.* /, ''))]);

const isOp = (one: ProgramTrace[number]): one is Op => ['set', 'clear', 'job'].includes(one[0]);
const ops = (text: string): readonly Op[] => trace(text).filter(isOp);

const two: TimerProgram = { timers: [{ delay: 30, does: [] }, { delay: 0 }] };
const equal: TimerProgram = { timers: [{ delay: 0 }, { delay: 0 }] };
const SET = 'set 0, set 1, over -1';
const cancelling = (first: string): TimerProgram => ({ ...two, first: ops(first) });

test('the trace of a right runtime is accepted', (t) => {
  const nested: TimerProgram = {
    first: ops('set 0'),
    timers: [{ delay: 15, does: ops('set 1, job 7') }, { delay: 0 }],
  };
  const right: readonly (readonly [why: string, program: TimerProgram, traced: string])[] = [
    ['the shorter delay first', two, `${SET}, called 1, over 1, called 0, over 0`],
    [
      'timers and jobs of a callback',
      nested,
      'set 0, over -1, called 0, set 1, job 7, over 0, ran 7, called 1, over 1',
    ],
    [
      'a second cancelling may be refused',
      cancelling('set 0, set 1, clear 0, clear 0'),
      'set 0, set 1, clear 0, refused 0, over -1, called 1, over 1',
    ],
  ];
  for (const [why, program, traced] of right) t.equal(mistakeIn(program, trace(traced)), true, why);
  t.end();
});

const wrong: readonly (readonly [why: string, program: TimerProgram, traced: string])[] = [
  ['the longer delay first', two, `${SET}, called 0, over 0, called 1, over 1`],
  ['one is never called', two, `${SET}, called 1, over 1`],
  ['one is called twice', two, `${SET}, called 1, over 1, called 1, over 1, called 0, over 0`],
  ['one is called within the code that sets it', two, 'set 0, called 0, over 0, set 1, over -1, called 1, over 1'],
  ['a callback does not come to its end', two, `${SET}, called 1, over 1, called 0`],
  ['what is to be set is not', two, 'set 0, over -1, called 0, over 0'],
  ['of one delay the second first', equal, `${SET}, called 1, over 1, called 0, over 0`],
  [
    'it was cancelled',
    cancelling('set 0, set 1, clear 0'),
    'set 0, set 1, clear 0, over -1, called 1, over 1, called 0, over 0',
  ],
  [
    'it cannot be cancelled',
    cancelling('set 0, set 1, clear 0'),
    'set 0, set 1, refused 0, over -1, called 1, over 1, called 0, over 0',
  ],
  [
    'a job runs behind the next callback',
    { timers: [{ delay: 0, does: ops('job 1') }, { delay: 0 }] },
    `${SET}, called 0, job 1, over 0, called 1, over 1, ran 1`,
  ],
];

test('mistakes are found', (t) => {
  for (const [why, program, traced] of wrong) t.equal(typeof mistakeIn(program, trace(traced)), 'string', why);
  t.end();
});

test('timers that different callbacks set are only ordered by their delays', (t) => {
  const program: TimerProgram = {
    first: ops('set 0, set 1'),
    timers: [{ delay: 0, does: ops('set 2') }, { delay: 45 }, { delay: 30 }],
  };
  const before = `${SET}, called 0, set 2, over 0`;
  t.equal(mistakeIn(program, trace(`${before}, called 2, over 2, called 1, over 1`)), true, 'on a quick target');
  t.equal(mistakeIn(program, trace(`${before}, called 1, over 1, called 2, over 2`)), true, 'on a slow one');
  t.end();
});
