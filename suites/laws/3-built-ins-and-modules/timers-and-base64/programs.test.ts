import test from 'tape';
import { mistakeIn, type ProgramTrace, type TimerProgram } from './programs.js';

const two: TimerProgram = { timers: [{ delay: 30, does: [] }, { delay: 0 }] };
const set: ProgramTrace = [
  ['set', 0],
  ['set', 1],
  ['over', -1],
];
const call = (timer: number): ProgramTrace => [
  ['called', timer],
  ['over', timer],
];

test('what a right runtime tells of a program is followed', (t) => {
  t.equal(mistakeIn(two, [...set, ...call(1), ...call(0)]), true, 'the shorter delay first');
  const nested: TimerProgram = {
    first: [['set', 0]],
    timers: [
      {
        delay: 15,
        does: [
          ['set', 1],
          ['job', 7],
        ],
      },
      { delay: 0 },
    ],
  };
  const told: ProgramTrace = [
    ['set', 0],
    ['over', -1],
    ['called', 0],
    ['set', 1],
    ['job', 7],
    ['over', 0],
    ['ran', 7],
    ...call(1),
  ];
  t.equal(mistakeIn(nested, told), true, 'what a callback sets, and its job');
  const cancelled: TimerProgram = {
    ...two,
    first: [
      ['set', 0],
      ['set', 1],
      ['clear', 0],
      ['clear', 0],
    ],
  };
  const cleared: ProgramTrace = [['set', 0], ['set', 1], ['clear', 0], ['refused', 0], ['over', -1], ...call(1)];
  t.equal(mistakeIn(cancelled, cleared), true, 'a second cancelling may be refused');
  t.end();
});

const wrong: readonly (readonly [why: string, program: TimerProgram, told: ProgramTrace])[] = [
  ['the longer delay first', two, [...set, ...call(0), ...call(1)]],
  ['one is never called', two, [...set, ...call(1)]],
  ['one is called twice', two, [...set, ...call(1), ...call(1), ...call(0)]],
  [
    'one is called within the code that sets it',
    two,
    [['set', 0], ['called', 0], ['over', 0], ['set', 1], ['over', -1], ...call(1)],
  ],
  ['a callback does not come to its end', two, [...set, ...call(1), ['called', 0]]],
  ['what is to be set is not', two, [['set', 0], ['over', -1], ...call(0)]],
  ['of one delay the second first', { timers: [{ delay: 0 }, { delay: 0 }] }, [...set, ...call(1), ...call(0)]],
  [
    'it was cancelled',
    {
      ...two,
      first: [
        ['set', 0],
        ['set', 1],
        ['clear', 0],
      ],
    },
    [['set', 0], ['set', 1], ['clear', 0], ['over', -1], ...call(1), ...call(0)],
  ],
  [
    'it cannot be cancelled',
    {
      ...two,
      first: [
        ['set', 0],
        ['set', 1],
        ['clear', 0],
      ],
    },
    [['set', 0], ['set', 1], ['refused', 0], ['over', -1], ...call(1), ...call(0)],
  ],
  [
    'a job runs behind the next callback',
    { timers: [{ delay: 0, does: [['job', 1]] }, { delay: 0 }] },
    [...set, ['called', 0], ['job', 1], ['over', 0], ...call(1), ['ran', 1]],
  ],
];

for (const [why, program, told] of wrong)
  test(`a mistake is found: ${why}`, (t) => {
    t.equal(typeof mistakeIn(program, told), 'string');
    t.end();
  });

test('of timers that different callbacks have set only what their delays decide is asked', (t) => {
  const program: TimerProgram = {
    first: [
      ['set', 0],
      ['set', 1],
    ],
    timers: [{ delay: 0, does: [['set', 2]] }, { delay: 45 }, { delay: 30 }],
  };
  const before: ProgramTrace = [
    ['set', 0],
    ['set', 1],
    ['over', -1],
    ['called', 0],
    ['set', 2],
    ['over', 0],
  ];
  t.equal(mistakeIn(program, [...before, ...call(2), ...call(1)]), true, 'on a quick target');
  t.equal(mistakeIn(program, [...before, ...call(1), ...call(2)]), true, 'on a slow one');
  t.end();
});
