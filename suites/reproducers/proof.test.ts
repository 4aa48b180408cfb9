import test from 'tape';
import { equal } from '../language/expectation.js';
import type { ObservedFault, ScriptCandidate } from './candidate.js';
import { Recording } from './playing/recording.js';
import { NoProof, proven } from './proof.js';
import { judging, PLACE } from './shell-parts.js';

const PROGRAM = {
  kind: 'cli',
  bindings: { srv: 'srv', rt: 'rt' },
  name: 'a',
  variable: 'RUNTIME',
  command: 'a',
} as const;
const RIGHT = { path: [], isCall: false, anyError: false, description: 'another text', texts: [] };

function faultOf(kind: 'returned' | 'crashed', conforms: boolean): ObservedFault {
  const observed = kind === 'crashed' ? { kind, detail: 'gone' } : { kind, value: 'x' };
  const recording = new Recording();
  const trials = () => ({ one: { input: 0, expect: () => equal('y') } });
  const body = { kind: 'example', cost: 'probe', needs: [], setup: [], trials } as const;
  const named = { id: 'a/b', requirement: 'a', rows: [], replay: '' };
  const of = { ...named, strength: 'must', subject: 'runtime', body, at: (path: string) => path } as const;
  return {
    ...{ of, trial: { input: 0, expect: () => equal('y') }, observed, recording, engine: 'unknown', varies: false },
    program: { ...PROGRAM, environment: {}, build: '', system: '' },
    right: conforms ? { observed: { kind: 'returned', value: 'y' }, recording } : undefined,
  };
}

/** A script that observes the value of a variable. */
function seeing(goesDown: boolean, alternatives: readonly string[], seen?: string): ScriptCandidate {
  const run = ['#!/bin/sh', PLACE, 'cd "$work"', `printf '%s\\n' "$PRINTS" > seen.txt`];
  return {
    ...{ files: {}, right: { ...RIGHT, alternatives }, requests: [], ports: 1, ...(seen !== undefined && { seen }) },
    runScript: ({ isListed, varies }) =>
      [...run, ...judging({ isListed, varies, anyError: false, goesDown })].join('\n'),
  };
}

interface ProofInput {
  readonly target: string;
  readonly reference: string;
  readonly alternatives?: readonly string[];
  readonly seen?: string;
  readonly kind?: 'returned' | 'crashed';
  readonly conforms?: boolean;
}

async function outcomeOf(given: ProofInput): Promise<string> {
  const { target, reference, alternatives = [], seen, kind = 'returned', conforms = true } = given;
  const environments = { target: { PRINTS: target }, reference: { PRINTS: reference } };
  const candidate = seeing(kind === 'crashed', alternatives, seen);
  try {
    const { actual, expected } = await proven(faultOf(kind, conforms), candidate, environments);
    return `${actual}${expected.join()}`;
  } catch (error) {
    if (error instanceof NoProof) return error.message;
    throw error;
  }
}

test('a script is proof if it shows the fault on the target, and the right result on the reference', async (t) => {
  t.equal(await outcomeOf({ target: 'x', reference: 'y' }), 'x\ny\n', 'the result of the reference is right');
  t.equal(await outcomeOf({ target: 'x', reference: 'y', alternatives: ['y\n', 'z\n'] }), 'x\ny\n,z\n');
  t.equal(
    await outcomeOf({ target: 'it died of signal 11', reference: 'y', kind: 'crashed' }),
    'it died of signal 11\n',
  );
});

test('a script is no proof if it shows the same on the reference, or another fault', async (t) => {
  const refused: readonly (readonly [ProofInput, RegExp])[] = [
    [{ target: 'x', reference: 'x' }, /^its script shows the same on the reference: "x"$/],
    [{ target: 'x', reference: 'x', alternatives: ['y\n'] }, /^its script shows the fault on the reference, too: "x"$/],
    [
      { target: 'x', reference: 'z', alternatives: ['y\n'] },
      /^its script does not show what is right on the reference, but "z"$/,
    ],
    [{ target: 'x', reference: 'y', seen: 'w\n' }, /^its script shows "x", where the suite saw "w"$/],
    [{ target: 'y', reference: 'y', alternatives: ['y\n'] }, /^its script shows what is right: "y"$/],
    [{ target: 'x', reference: 'y', conforms: false }, /^the reference does not show what is right here$/],
    [{ target: 'it died', reference: 'it died', kind: 'crashed' }, /^its script shows the fault on the reference, too/],
  ];
  for (const [given, reason] of refused) t.match(await outcomeOf(given), reason);
});
