/** Ways to write a reproducer of one trial, the plainest first. Running them decides which one shows the fault. */
import type { Plain } from '../../spec/types/requirement.js';
import { mergeSetups } from '../executor/merging.js';
import { fieldOf, listIn, plainItems } from '../executor/plain.js';
import type { RunnableCase } from '../executor/planned.js';
import { makeCall } from '../language/calls.js';
import { describe } from '../language/description.js';
import { encode } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import type { Probe } from '../language/trial.js';
import { perform } from '../laws/2-host-objects/shared-dict/calls.js';
import { follow, followOne } from '../laws/support/steps.js';
import { callSnippet, dictionarySnippet, differentCalls, memberCallSnippet } from './calls.js';
import { candidate, goesDown, type ObservedFault, type ScriptCandidate } from './candidate.js';
import { configurationText, handlersIn, MODULE_FILE, NotAlone } from './configuration.js';
import { type DiskFixture, diskFixture, examinedPart, rightOnDisk } from './disk.js';
import { exchangeMakers } from './exchanges.js';
import { SCOPE } from './fault.js';
import type { ValuePath } from './focus.js';
import { probeSnippet, programText } from './lifted.js';
import { pruned } from './pruning.js';
import { requestCommand } from './requests.js';
import { describedInWords, type Right, rightOf } from './right.js';
import { cliScript, handlerModule, type Snippet } from './snippet.js';
import { MADE, memberMade, NotPlain, ONLY_ORDER, stepsSnippet } from './steps.js';

/** Candidates, each created only after those before it have failed. */
export function* candidatesOf(fault: ObservedFault): Generator<ScriptCandidate> {
  for (const make of makersOf(fault)) {
    try {
      yield make();
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
    }
  }
}

function makersOf(fault: ObservedFault): (() => ScriptCandidate)[] {
  const { probe } = fault.of.body;
  if (probe !== undefined) return probeMakers(fault, probe);
  return fault.recording.scripts.length > 0 ? [() => scriptCandidate(fault)] : exchangeMakers(fault);
}

/** The last script that a conversation ran from a command line. The output of the reference is right. */
function scriptCandidate(fault: ObservedFault): ScriptCandidate {
  const { trial, recording, program } = fault;
  const script = recording.scripts.at(-1);
  if (script === undefined) throw new Error(`${fault.of.id} runs no script`);
  const seen = script.printed?.stdout;
  const right = goesDown(fault)
    ? describedInWords('an end of its own')
    : describedInWords(describe(trial.expect()), seen === undefined ? {} : { seen });
  const files = { 'script.js': programText(script.source, script.input, program.bindings) };
  return candidate(fault, right, { files, look: { at: 'output' } });
}

/** Makes a candidate of a snippet and the right texts of its value. */
type SnippetMaker = (make: () => Snippet, right?: Right) => () => ScriptCandidate;

function probeMakers(fault: ObservedFault, probe: Probe<never>): (() => ScriptCandidate)[] {
  const { trial, observed, program, right: reference } = fault;
  const input = encode(trial.input);
  const whole = rightOf(trial, observed, reference?.observed);
  const looks = observed.kind === 'returned' ? examinedPart(whole.path) : 'result';
  const disk = trial.disk && diskFixture(trial.disk.tree, looks);
  const right = disk === undefined ? whole : rightOnDisk(whole, trial, observed);
  const made: SnippetMaker =
    (make, of = right) =>
    () =>
      probeCandidate(fault, make(), of, disk);
  const path = goesDown(fault) ? [] : right.path;
  const lifted = made(() => probeSnippet(probe, input, path, right.isCall, program.bindings));
  return [...plainMakers(fault, input, right, made), lifted];
}

/** Plain statements, if a probe can be written as such. */
function plainMakers(fault: ObservedFault, input: Plain, right: Right, made: SnippetMaker): (() => ScriptCandidate)[] {
  const { bindings } = fault.program;
  const { probe } = fault.of.body;
  const isDown = goesDown(fault);
  if (probe === makeCall)
    return [made(() => callSnippet(input, isDown ? ['outcome'] : right.path, right.texts, bindings))];
  if (probe === perform)
    return [made(() => dictionarySnippet(input, isDown ? ['calls', 0, 'outcome'] : right.path, bindings))];
  if (isDown && fieldOf(input, 'holding') !== undefined)
    return differentCalls(input)
      .slice(0, MOST_STEPS)
      .map((i) => made(() => memberCallSnippet(input, i, bindings)));
  return probe === follow || probe === followOne ? stepsMakers(fault, right, made) : [];
}

/** The number of steps that are each tried alone, since one of them may make a target crash. */
const MOST_STEPS = 8;

/** Steps up to the wrong one; of a target that crashes, up to each of them. */
function stepsMakers(fault: ObservedFault, right: Right, made: SnippetMaker): (() => ScriptCandidate)[] {
  const { of, trial, observed, program } = fault;
  const isOne = of.body.probe === followOne;
  const named = (value: Plain): Plain => (isOne ? { [ONLY_ORDER]: value } : value);
  const resultOf = (value: Plain): Plain => (trial.disk === undefined ? value : (fieldOf(value, 'result') ?? null));
  const outcomesOf = (one: Observation): Plain => (one.kind === 'returned' ? named(resultOf(one.value)) : null);
  const input = named(encode(trial.input));
  const seen = outcomesOf(observed);
  const unmade = unmadeIn(seen);
  if (unmade !== undefined) refuseOther(of, input, unmade.path);
  const error = unmade ?? (fault.right && threwIn(input, seen, outcomesOf(fault.right.observed), right));
  const snippet = (path: ValuePath, how: { readonly toTheEnd?: boolean; readonly isDone?: boolean }) => () =>
    stepsSnippet(input, path, seen, program.bindings, how);
  if (error !== undefined) return [made(snippet(error.path, { isDone: true }), error)];
  const paths = goesDown(fault)
    ? stepPaths(input).slice(0, MOST_STEPS)
    : [isOne ? [ONLY_ORDER, ...right.path] : right.path];
  return paths.flatMap((path) => [false, true].map((toTheEnd) => made(snippet(path, { toTheEnd }))));
}

const membersOf = (value: Plain): [string, Plain][] =>
  value === null || typeof value !== 'object' ? [] : Object.entries(value);

/** Of steps that are judged together, or by sums: the first that throws, and does not on the reference. */
function threwIn(input: Plain, seen: Plain, sample: Plain, right: Right): Right | undefined {
  for (const [name, memberValue] of membersOf(seen)) {
    const outcomes: readonly Plain[] = plainItems(memberValue) ?? [];
    const samples = listIn(sample, name);
    const at = outcomes.findIndex(
      (one, i) => plainItems(one)?.[0] === 'threw' && plainItems(samples[i])?.[0] === 'returned',
    );
    const isJudged = typeof right.path.at(-1) === 'number' && fieldOf(fieldOf(input, name), 'sums') !== true;
    const error = plainItems(outcomes[at])?.[1];
    if (at >= 0 && !isJudged) return noError([name, at], error === undefined ? 'throws' : `throws ${String(error)}`);
  }
  return undefined;
}

/** An earlier step may fail because of a member that other requirements are about. Then this requirement has no reproducer. */
function refuseOther({ rows }: RunnableCase, input: Plain, [name = '', , failed = '']: ValuePath): void {
  const member = memberMade(input, String(name), String(failed));
  const inRow = member?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (inRow !== undefined && !rows.some((row) => row.includes(inRow)))
    throw new NotAlone(`${member}() throws, which comes before what the requirement is about`);
}

/** The right result is that there is no error. */
const noError = (path: ValuePath, seen: string): Right =>
  describedInWords('no error', { path, alternatives: ['done\n'], texts: ['done'], seen: `${seen}\n` });

/** If the steps could not begin: the preparation throws. */
function unmadeIn(seen: Plain): Right | undefined {
  for (const [name, memberValue] of membersOf(seen)) {
    const failed = fieldOf(memberValue, 'cannotMake');
    if (typeof failed === 'string') return noError([name, MADE, failed], 'throws');
  }
  return undefined;
}

/** All steps, since it is unknown which one makes a target crash. */
const stepPaths = (input: Plain): ValuePath[] =>
  membersOf(input).flatMap(([name, order]) => listIn(order, 'steps').map((_, i): ValuePath => [name, i]));

/** The same without the value: any value is right. */
const done = (snippet: Snippet): Snippet => ({
  ...snippet,
  value: snippet.later === true ? `${snippet.value}.then(() => "done")` : `(${snippet.value}, "done")`,
});

function probeCandidate(
  fault: ObservedFault,
  given: Snippet,
  right: Right,
  disk: DiskFixture | undefined,
): ScriptCandidate {
  const { of, engine, program } = fault;
  const isDown = goesDown(fault);
  const snippet = isDown ? done(given) : given;
  const texts = isDown ? ['done'] : right.texts;
  if (program.kind === 'cli') {
    const files = { 'script.js': cliScript(snippet, texts), ...disk?.files };
    return candidate(fault, right, { files, disk, look: { at: 'output' } });
  }
  const setup = mergeSetups([{ setup: of.body.setup, scope: SCOPE }]);
  if (handlersIn(setup).length > 0) throw new NotAlone('its configuration has handlers besides the probe');
  const module = handlerModule(snippet, texts);
  const { text } = configurationText(pruned(setup, module), { names: new Map(), engine, closes: false });
  const files = { 'nginx.conf': text, [MODULE_FILE]: module, ...disk?.files };
  const requests = [requestCommand({ target: '/' }, 1, false)];
  return candidate(fault, right, { files, disk, requests, look: { at: 'answer', request: 1 } });
}
