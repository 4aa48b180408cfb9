/** Ways to write a reproducer of one trial, the plainest first; which of them shows the fault is found by running them. */

import type { Plain } from '../../spec/types/requirement.js';
import { mergeSetups } from '../executor/merging.js';
import { fieldOf, itemsOf } from '../executor/plain.js';
import type { Planned } from '../executor/planned.js';
import { makeCall } from '../language/calls.js';
import { encode } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import { perform } from '../laws/2-host-objects/shared-dict/calls.js';
import { follow, followOne } from '../laws/support/steps.js';
import { callSnippet, dictionarySnippet } from './calls.js';
import { type Candidate, candidate, goesDown, SCOPE, type SeenFault } from './candidate.js';
import { configurationText, handlersIn, MODULE_FILE, NotAlone } from './configuration.js';
import { type LooksAt, looksAt, rightOnDisk, type WrittenDisk, writtenDisk } from './disk.js';
import { exchangeMakers } from './exchanges.js';
import type { ValuePath } from './focus.js';
import { probeSnippet } from './lifted.js';
import { differentCalls, memberCallSnippet } from './member-call.js';
import { programCandidate } from './program.js';
import { pruned } from './pruning.js';
import { writtenRequest } from './requests.js';
import { type Right, rightOf } from './right.js';
import { cliScript, handlerModule, type Snippet } from './snippet.js';
import { MADE, memberMade, NotPlain, ORDER, stepsSnippet } from './steps.js';

/** Candidates, each made only once those before it have failed. */
export function* candidatesOf(fault: SeenFault): Generator<Candidate> {
  const makers = makersOf(fault);
  for (const make of makers) {
    try {
      yield make();
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
    }
  }
}

function makersOf(fault: SeenFault): (() => Candidate)[] {
  if (fault.of.body.probe !== undefined) return probeMakers(fault);
  return fault.recording.programs.length > 0 ? [() => programCandidate(fault)] : exchangeMakers(fault);
}

function probeMakers(fault: SeenFault): (() => Candidate)[] {
  const { of, trial, observed } = fault;
  const { bindings } = fault.program;
  const { probe } = of.body;
  if (probe === undefined) return [];
  const input = encode(trial.input);
  const told = rightOf(trial, observed, fault.right?.observed);
  const looks = observed.kind === 'returned' ? looksAt(told.path) : 'gave';
  const disk = trial.disk === undefined ? undefined : { ...writtenDisk(trial.disk.tree), looksAt: looks };
  const right = disk === undefined ? told : rightOnDisk(told, trial, observed);
  const { path } = right;
  const written =
    (make: () => Snippet, of = right) =>
    (): Candidate =>
      probeCandidate(fault, make(), of, disk);
  const plain = ((): (() => Candidate)[] => {
    if (probe === makeCall)
      return [written(() => callSnippet(input, goesDown(fault) ? ['outcome'] : path, right.texts, bindings))];
    if (probe === perform)
      return [written(() => dictionarySnippet(input, goesDown(fault) ? ['calls', 0, 'ended'] : path, bindings))];
    if (goesDown(fault) && fieldOf(input, 'holding') !== undefined)
      return differentCalls(input)
        .slice(0, MOST_STEPS)
        .map((i) => written(() => memberCallSnippet(input, i, bindings)));
    return probe === follow || probe === followOne ? stepsMakers(fault, right, written) : [];
  })();
  const lifted = (): Snippet => probeSnippet(probe, input, goesDown(fault) ? [] : path, right.isCall, bindings);
  return [...plain, written(lifted)];
}

/** Steps that are each tried alone, by which a target may go down. */
const MOST_STEPS = 8;

/** Steps up to the one that is wrong, or of a target that goes down up to each of them. */
function stepsMakers(
  fault: SeenFault,
  right: Right,
  written: (make: () => Snippet, of?: Right) => () => Candidate,
): (() => Candidate)[] {
  const { of, trial, observed } = fault;
  const { bindings } = fault.program;
  const isOne = of.body.probe === followOne;
  const named = (value: Plain): Plain => (isOne ? { [ORDER]: value } : value);
  const came = (one: Observation): Plain => (one.kind === 'returned' ? named(one.value) : null);
  const input = named(encode(trial.input));
  const whole = came(observed);
  const threw = fault.right === undefined ? undefined : threwIn(input, whole, came(fault.right.observed), right);
  const unmade = unmadeIn(whole);
  if (unmade !== undefined) refuseOther(of, input, unmade.path);
  const asRight = unmade ?? threw;
  if (asRight !== undefined)
    return [written(() => stepsSnippet(input, asRight.path, whole, bindings, { isDone: true }), asRight)];
  const paths = goesDown(fault) ? stepPaths(input).slice(0, MOST_STEPS) : [isOne ? [ORDER, ...right.path] : right.path];
  return paths.flatMap((one) =>
    [false, true].map((toTheEnd) => written(() => stepsSnippet(input, one, whole, bindings, { toTheEnd }))),
  );
}

/** Of steps that are judged together, or by sums: the first that throws, and does not on the reference. */
function threwIn(input: Plain, whole: Plain, sample: Plain, right: Right): Right | undefined {
  if (whole === null || typeof whole !== 'object') return undefined;
  for (const [name, came] of Object.entries(whole)) {
    const outcomes: readonly Plain[] = itemsOf(came) ?? [];
    const samples = itemsOf(fieldOf(sample, name) ?? null) ?? [];
    const at = outcomes.findIndex(
      (one, i) => itemsOf(one)?.[0] === 'threw' && itemsOf(samples[i] ?? null)?.[0] === 'returned',
    );
    const isTold = typeof right.path.at(-1) === 'number' && fieldOf(fieldOf(input, name) ?? null, 'sums') !== true;
    const error = itemsOf(outcomes[at] ?? null)?.[1];
    const seen = error === undefined ? 'throws' : `throws ${String(error)}`;
    if (at >= 0 && !isTold) return { ...noError([name, at]), seen: `${seen}\n` };
  }
  return undefined;
}

/** What comes first may fail by a member that other requirements are about: nothing is shown of this one then. */
function refuseOther({ rows }: Planned, input: Plain, [name = '', , failed = '']: ValuePath): void {
  const member = memberMade(input, String(name), String(failed));
  const inRow = member?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (inRow !== undefined && !rows.some((row) => row.includes(inRow)))
    throw new NotAlone(`${member}() throws, which comes before what the requirement is about`);
}

/** Right is that there is no error. */
const noError = (path: ValuePath): Right => ({
  path,
  isCall: false,
  alternatives: ['done\n'],
  anyError: false,
  description: 'no error',
  texts: ['done'],
});

/** Where steps could not even begin: what comes first throws. */
function unmadeIn(whole: Plain): Right | undefined {
  if (whole === null || typeof whole !== 'object') return undefined;
  for (const [name, came] of Object.entries(whole)) {
    const failed = fieldOf(came, 'cannotMake');
    if (typeof failed === 'string') return { ...noError([name, MADE, failed]), seen: 'throws\n' };
  }
  return undefined;
}

/** Of a target that goes down it is not known by which step of which order. */
function stepPaths(input: Plain): ValuePath[] {
  if (input === null || typeof input !== 'object') return [];
  return Object.entries(input).flatMap(([name, order]: [string, Plain]) => {
    const steps = fieldOf(order, 'steps');
    return Array.isArray(steps) ? steps.map((_, i): ValuePath => [name, i]) : [];
  });
}

/** The same without the value: whatever it is, it is right that it comes. */
const done = (snippet: Snippet): Snippet => ({
  ...snippet,
  value: snippet.later === true ? `${snippet.value}.then(() => "done")` : `(${snippet.value}, "done")`,
});

type OnDisk = WrittenDisk & { readonly looksAt: LooksAt };

function probeCandidate(fault: SeenFault, given: Snippet, right: Right, disk: OnDisk | undefined): Candidate {
  const { of, engine } = fault;
  const isDone = goesDown(fault);
  const snippet = isDone ? done(given) : given;
  const texts = isDone ? ['done'] : right.texts;
  if (fault.program.kind === 'cli')
    return candidate(
      fault,
      { files: { 'script.js': cliScript(snippet, texts), ...disk?.files }, disk },
      [],
      { at: 'output' },
      right,
    );
  const setup = mergeSetups([{ setup: of.body.setup, scope: SCOPE }]);
  if (handlersIn(setup).length > 0) throw new NotAlone('its configuration has handlers besides the probe');
  const module = handlerModule(snippet, texts);
  const { text } = configurationText(pruned(setup, module), { names: new Map(), engine, closes: false });
  const request = writtenRequest({ target: '/' }, 1, false);
  return candidate(
    fault,
    { files: { 'nginx.conf': text, [MODULE_FILE]: module, ...disk?.files }, disk },
    [request],
    { at: 'answer', request: 1 },
    right,
  );
}
