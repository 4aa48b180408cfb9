/** Ways to write a reproducer of one trial, the plainest first; which of them shows the fault is found by running them. */
import type { Plain } from '../../spec/types/requirement.js';
import { mergeSetups } from '../executor/merging.js';
import { fieldOf } from '../executor/plain.js';
import type { Planned } from '../executor/planned.js';
import type { Bindings } from '../inside/bundle.js';
import { liftedSource } from '../inside/lifting.js';
import { makeCall } from '../language/calls.js';
import { encode } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import type { WireRequest } from '../language/partners.js';
import type { Handler } from '../language/setup.js';
import type { Trial } from '../language/trial.js';
import { follows } from '../laws/2-host-objects/http-request/script.js';
import { perform } from '../laws/2-host-objects/shared-dict/calls.js';
import { run } from '../laws/support/steps.js';
import { callSnippet, dictionarySnippet } from './calls.js';
import { configurationText, handlersIn, MODULE_FILE, NotAlone } from './configuration.js';
import type { Path } from './focus.js';
import { nothingThrown, scriptModule } from './handler.js';
import { handlersModule, probeSnippet } from './lifted.js';
import { pruned } from './pruning.js';
import { type WrittenRequest, writtenRequest } from './requests.js';
import { type Right, rightOf } from './right.js';
import { commandRun, type Look, type RunScript, serverRun } from './run-script.js';
import { show } from './show.js';
import { cliScript, handlerModule, type Snippet } from './snippet.js';
import { NotPlain, stepsSnippet } from './steps.js';

/** The fault that is to be shown. */
export interface Fault {
  readonly of: Planned;
  readonly trial: Trial;
  readonly observed: Observation;
  /** What was sent to a server, in order. */
  readonly requests: readonly WireRequest[];
  readonly kind: 'nginx' | 'cli';
  readonly engine: string;
  readonly bindings: Bindings;
  /** What a right implementation does, for where the expectation leaves more than can be listed. */
  readonly sample: Observation | undefined;
  /** What is seen depends on chance. */
  readonly varies: boolean;
}

export interface Candidate {
  readonly files: { readonly [name: string]: string | Uint8Array };
  /** `run.sh`, once it is known whether what is seen varies. */
  readonly runScript: (varies: boolean) => string;
  readonly right: Right;
  /** What must be seen; absent where the target goes down. */
  readonly seen?: string;
  /** The commands that send what is asked, for people. */
  readonly requests: readonly WrittenRequest[];
}

/** The name under which all that belongs to the case stands in its configuration. */
export const SCOPE = 'case';

/** Candidates, each made only once those before it have failed. */
export function* candidatesOf(fault: Fault): Generator<Candidate> {
  const makers = fault.of.body.probe === undefined ? exchangeMakers(fault) : probeMakers(fault);
  for (const make of makers) {
    try {
      yield make();
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
    }
  }
}

const goesDown = ({ observed }: Fault): boolean => observed.kind === 'crashed' || observed.kind === 'hung';

function probeMakers(fault: Fault): (() => Candidate)[] {
  const { of, trial, observed, bindings } = fault;
  const { probe } = of.body;
  if (probe === undefined) return [];
  const input = encode(trial.input);
  const right = rightOf(trial, observed, fault.sample);
  const { path } = right;
  const whole = observed.kind === 'returned' ? observed.value : null;
  const isCall = right.isCall;
  const plain = ((): (() => Snippet)[] => {
    if (probe === makeCall) return [() => callSnippet(input, goesDown(fault) ? ['outcome'] : path, bindings)];
    if (probe === perform)
      return [() => dictionarySnippet(input, goesDown(fault) ? ['calls', 0, 'ended'] : path, bindings)];
    if (probe !== run) return [];
    const paths = goesDown(fault) ? stepPaths(input) : [path];
    return paths.flatMap((one) =>
      [false, true].map((toTheEnd) => () => stepsSnippet(input, one, whole, bindings, toTheEnd)),
    );
  })();
  const lifted = (): Snippet => probeSnippet(probe, input, goesDown(fault) ? [] : path, isCall, bindings);
  return [...plain, lifted].map((make) => () => probeCandidate(fault, make(), right));
}

/** Of a target that goes down it is not known by which step of which order. */
function stepPaths(input: Plain): Path[] {
  if (input === null || typeof input !== 'object') return [];
  return Object.entries(input).flatMap(([name, order]: [string, Plain]) => {
    const steps = fieldOf(order, 'steps');
    return Array.isArray(steps) ? steps.map((_, i): Path => [name, i]) : [];
  });
}

function probeCandidate(fault: Fault, snippet: Snippet, right: Right): Candidate {
  const { kind, of, engine } = fault;
  const texts = right.texts;
  if (kind === 'cli') return candidate(fault, { 'script.js': cliScript(snippet, texts) }, [], { at: 'output' }, right);
  const setup = mergeSetups([{ setup: of.body.setup, scope: SCOPE }]);
  if (handlersIn(setup).length > 0) throw new NotAlone('its configuration has handlers besides the probe');
  const module = handlerModule(snippet, texts);
  const conf = configurationText(setup, { names: new Map(), probes: true, engine });
  const request = writtenRequest({ target: '/' }, 1, false);
  return candidate(
    fault,
    { 'nginx.conf': conf, [MODULE_FILE]: module },
    [request],
    { at: 'answer', request: 1 },
    right,
  );
}

function exchangeMakers(fault: Fault): (() => Candidate)[] {
  const { of, trial, observed, requests, bindings } = fault;
  const right = rightOf(trial, observed, fault.sample);
  const setup = mergeSetups([{ setup: of.body.setup, scope: SCOPE }]);
  const handlers = handlersIn(setup);
  const [first, index] = right.path;
  const at = first === 'responses' && typeof index === 'number' ? index : requests.length - 1;
  const asked = requests[at];
  const plainly = (sent: readonly WireRequest[], input: Plain): Candidate => {
    const answer = answerIn(observed, at);
    if (!nothingThrown(answer)) throw new NotPlain();
    const module = scriptModule(input, first === 'responses' ? right.path.slice(2) : right.path, right.texts, bindings);
    const names = namesOf(handlers.filter((handler) => handler !== follows));
    const kept = pruned(setup, module);
    const others = new Map([...names].filter(([handler]) => handlersIn(kept).includes(handler)));
    const conf = configurationText(kept, {
      names: new Map([...others, [follows, 'content']]),
      probes: false,
      engine: fault.engine,
    });
    const silent = module.includes('rawHeaders');
    const look = lookAt(right.path, sent.length);
    const written = sent.map((request, i) => writtenRequest(withoutInput(request, silent), i + 1, silent));
    return candidate(fault, { 'nginx.conf': conf, [MODULE_FILE]: withHandlers(module, others) }, written, look, right);
  };
  const plain = handlers.includes(follows) && asked !== undefined && 'input' in asked ? [asked.input] : [];
  const lifted = (): Candidate => {
    const inputs = requests.flatMap((request) => ('input' in request ? [encode(request.input)] : []));
    const distinct = [...new Map(inputs.map((one) => [JSON.stringify(one), one])).values()];
    const names = namesOf(handlers);
    const part = first === 'responses' && right.path[2] === 'answer' ? right.path.slice(3) : [];
    const module = handlersModule(
      { handlers: names, inputs: distinct, path: part, isCall: right.isCall && part.length > 0 },
      bindings,
      liftedSource(show),
    );
    const conf = configurationText(setup, { names, probes: false, engine: fault.engine });
    const numbered = requests.map((request): WireRequest => {
      if (!('input' in request)) return request;
      const number = distinct.findIndex((one) => JSON.stringify(one) === JSON.stringify(encode(request.input)));
      return withNumber(request, number);
    });
    const written = numbered.map((request, i) => writtenRequest(request, i + 1, true));
    return candidate(fault, { 'nginx.conf': conf, [MODULE_FILE]: module }, written, lookAt(right.path, at + 1), right);
  };
  return [
    ...plain.flatMap((input) => [
      () => plainly(asked === undefined ? [] : [asked], encode(input)),
      () => plainly(requests.slice(0, at + 1), encode(input)),
    ]),
    lifted,
  ];
}

const namesOf = (handlers: readonly Handler[]): Map<Handler, string> =>
  new Map(handlers.map((handler, i) => [handler, handler === follows ? 'content' : `handler${i}`]));

/** The request without the input, which is written into the handler; a header stands where the input stood, where all are read. */
function withoutInput({ input: _, ...request }: WireRequest, silent: boolean): WireRequest {
  return silent ? { ...request, headers: [...(request.headers ?? []), ['X-Last', 'end']] } : request;
}

const withNumber = ({ input: _, ...request }: WireRequest, number: number): WireRequest => ({
  ...(request.method === undefined && request.body === undefined ? { ...request, method: 'POST' } : request),
  headers: [...(request.headers ?? []), ['X-Input', String(number)]],
});

/** Other handlers that the configuration names, which use no tools. */
function withHandlers(module: string, others: ReadonlyMap<Handler, string>): string {
  if (others.size === 0) return module;
  if ([...others.keys()].some((handler) => handler.length > 1)) throw new NotPlain();
  const defined = [...others].map(([handler, name]) => `const ${name} = ${liftedSource(handler)};\n`).join('');
  return module.replace(
    'export default { content }',
    `${defined}\nexport default { ${['content', ...others.values()].join(', ')} }`,
  );
}

const answerIn = (observed: Observation, at: number): Plain | undefined => {
  const right = observed.kind === 'returned' ? fieldOf(observed.value, 'responses') : undefined;
  const response = Array.isArray(right) ? right[at] : undefined;
  return response === undefined ? undefined : rightAnswer(response);
};

function rightAnswer(response: Plain): Plain | undefined {
  const body = fieldOf(response, 'body');
  const hex = body === undefined ? undefined : fieldOf(body, '$buffer');
  try {
    return typeof hex === 'string' ? JSON.parse(Buffer.from(hex, 'hex').toString()) : undefined;
  } catch {
    return undefined;
  }
}

/** Where on the wire, or in the log, the part stands that is wrong. */
function lookAt([first, , part, name]: Path, request: number): Look {
  if (first === 'log') return { at: 'log' };
  switch (part) {
    case 'headers':
      return { at: 'header', request, name: String(name) };
    case 'body':
      return { at: 'body', request };
    case 'answer':
      return { at: 'answer', request };
    default:
      return { at: 'status', request };
  }
}

function candidate(
  fault: Fault,
  files: { readonly [name: string]: string },
  requests: readonly WrittenRequest[],
  look: Look,
  right: Right,
): Candidate {
  const expected = right.alternatives.map((_, i) => (i === 0 ? 'expected.txt' : `expected-${i + 1}.txt`));
  const runScript = (varies: boolean): string => {
    const how: RunScript = { requests, look, expected, anyError: right.anyError, varies, goesDown: goesDown(fault) };
    return fault.kind === 'cli' ? commandRun(how) : serverRun(how);
  };
  const sent = Object.assign({}, ...requests.map((request) => request.files));
  const told = right.alternatives.length === 0 ? { 'expected.txt': `${right.description}\n` } : {};
  const texts = Object.fromEntries(expected.map((name, i) => [name, right.alternatives[i] ?? '']));
  return {
    files: { ...files, ...sent, ...texts, ...told },
    runScript,
    right,
    requests,
    ...(right.seen !== undefined && !fault.varies && { seen: right.seen }),
  };
}
