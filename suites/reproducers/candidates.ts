/** Ways to write a reproducer of one trial, the plainest first; which of them shows the fault is found by running them. */
import type { Plain } from '../../spec/types/requirement.js';
import { mergeSetups } from '../executor/merging.js';
import { fieldOf } from '../executor/plain.js';
import { makeCall } from '../language/calls.js';
import { encode } from '../language/encoding.js';
import { perform } from '../laws/2-host-objects/shared-dict/calls.js';
import { follow } from '../laws/support/steps.js';
import { callSnippet, dictionarySnippet } from './calls.js';
import { type Candidate, candidate, goesDown, SCOPE, type SeenFault } from './candidate.js';
import { configurationText, handlersIn, MODULE_FILE, NotAlone } from './configuration.js';
import { type LooksAt, looksAt, rightOnDisk, type WrittenDisk, writtenDisk } from './disk.js';
import { exchangeMakers } from './exchanges.js';
import type { ValuePath } from './focus.js';
import { probeSnippet } from './lifted.js';
import { programCandidate } from './program.js';
import { pruned } from './pruning.js';
import { writtenRequest } from './requests.js';
import { type Right, rightOf } from './right.js';
import { cliScript, handlerModule, type Snippet } from './snippet.js';
import { MADE, NotPlain, stepsSnippet } from './steps.js';

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
  const whole = observed.kind === 'returned' ? observed.value : null;
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
    if (probe !== follow) return [];
    const unmade = unmadeIn(whole);
    if (unmade !== undefined) return [written(() => stepsSnippet(input, unmade.path, whole, bindings, false), unmade)];
    const paths = goesDown(fault) ? stepPaths(input).slice(0, MOST_STEPS) : [path];
    return paths.flatMap((one) =>
      [false, true].map((toTheEnd) => written(() => stepsSnippet(input, one, whole, bindings, toTheEnd))),
    );
  })();
  const lifted = (): Snippet => probeSnippet(probe, input, goesDown(fault) ? [] : path, right.isCall, bindings);
  return [...plain, written(lifted)];
}

/** Steps that are each tried alone, by which a target may go down. */
const MOST_STEPS = 8;

/** Where steps could not even begin: what comes first throws. */
function unmadeIn(whole: Plain): Right | undefined {
  if (whole === null || typeof whole !== 'object') return undefined;
  for (const [name, came] of Object.entries(whole)) {
    const failed = fieldOf(came, 'cannotMake');
    const common = {
      isCall: false,
      alternatives: ['done\n'],
      anyError: false,
      description: 'no error',
      texts: ['done'],
    };
    if (typeof failed === 'string') return { ...common, path: [name, MADE, failed], seen: 'throws\n' };
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

type OnDisk = WrittenDisk & { readonly looksAt: LooksAt };

function probeCandidate(fault: SeenFault, snippet: Snippet, right: Right, disk: OnDisk | undefined): Candidate {
  const { of, engine } = fault;
  const texts = right.texts;
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
