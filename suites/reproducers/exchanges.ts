/** What is seen of exchanges with a server: the handler as plain statements, or as it is. */
import type { Plain } from '../../spec/types/requirement.js';
import { type HostSetup, mergeSetups } from '../executor/merging.js';
import { fieldOf } from '../executor/plain.js';
import { liftedSource } from '../inside/lifting.js';
import { encode } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import type { WireRequest } from '../language/partners.js';
import type { Handler } from '../language/setup.js';
import { follows } from '../laws/2-host-objects/http-request/script.js';
import { type Candidate, candidate, SCOPE, type SeenFault } from './candidate.js';
import { configurationText, handlersIn, MODULE_FILE } from './configuration.js';
import type { ValuePath } from './focus.js';
import { nothingThrown, scriptModule } from './handler.js';
import { handlersModule } from './lifted.js';
import { pruned, reached } from './pruning.js';
import { playedCandidate } from './recorded-candidate.js';
import { longestBody, type WrittenRequest, writtenRequest } from './requests.js';
import { type Right, rightOf } from './right.js';
import type { Observed } from './run-script.js';
import { withoutSessionInput } from './session-input.js';
import { NotPlain } from './steps.js';

/** Ways to write what is seen of exchanges with a server. */
export function exchangeMakers(fault: SeenFault): (() => Candidate)[] {
  const seen = exchangeOf(fault);
  const { setup, handlers, at } = seen;
  const { requests, targets, isMore } = fault.recording;
  const small = reached(setup, targets);
  const setups = handlersIn(small).length < handlers.length ? [small, setup] : [setup];
  const wholly = (way: (seen: SeenExchange, setup: HostSetup) => Candidate): (() => Candidate)[] =>
    setups.map((one) => () => way(seen, one));
  if (isMore) return wholly(played);
  const asked = requests[at];
  const plain = handlers.includes(follows) && asked !== undefined && 'input' in asked ? [asked.input] : [];
  return [
    ...plain.flatMap((input) => [
      () => plainly(seen, asked === undefined ? [] : [asked], encode(input)),
      () => plainly(seen, requests.slice(0, at + 1), encode(input)),
    ]),
    ...wholly(lifted),
    ...wholly(played),
  ];
}

/** What is wrong in the response to which request, and the setup of its host. */
interface SeenExchange {
  readonly fault: SeenFault;
  readonly right: Right;
  readonly setup: HostSetup;
  readonly handlers: readonly Handler[];
  /** Number of the request. */
  readonly at: number;
}

function exchangeOf(fault: SeenFault): SeenExchange {
  const { of, trial, observed, recording } = fault;
  const right = rightOf(trial, observed, fault.right?.observed);
  const setup = mergeSetups([{ setup: of.body.setup, scope: SCOPE }]);
  const [first, index] = right.path;
  const at = first === 'responses' && typeof index === 'number' ? index : recording.requests.length - 1;
  return { fault, right, setup, handlers: handlersIn(setup), at };
}

/** The handler as plain statements. */
function plainly(
  { fault, right, setup, handlers, at }: SeenExchange,
  sent: readonly WireRequest[],
  input: Plain,
): Candidate {
  const answer = answerIn(fault.observed, at);
  if (!nothingThrown(answer)) throw new NotPlain();
  const part = right.path[0] === 'responses' ? right.path.slice(2) : right.path;
  const module = scriptModule(input, part, right.texts, fault.program.bindings);
  const names = namesOf(handlers.filter((handler) => handler !== follows));
  const kept = pruned(setup, module);
  const others = new Map([...names].filter(([handler]) => handlersIn(kept).includes(handler)));
  const silent = module.includes('rawHeadersIn');
  const look = lookAt(right.path, sent.length);
  const written = sent.map((request, i) => writtenRequest(withoutInput(request, silent), i + 1, silent));
  const named = new Map([...others, [follows, 'content'] as const]);
  const { text } = configurationText(kept, {
    names: named,
    engine: fault.engine,
    closes: isRaw(written),
    longest: longestBody(sent),
  });
  const files = { 'nginx.conf': text, [MODULE_FILE]: withHandlers(module, others) };
  return candidate(fault, { files }, written, look, right);
}

/** The handlers as they are. */
function lifted({ fault, right, at }: SeenExchange, setup: HostSetup): Candidate {
  const isAnswer = right.path[0] === 'responses' && right.path[2] === 'answer';
  const part = isAnswer ? right.path.slice(3) : undefined;
  const { names, module, sent } = liftedParts(handlersIn(setup), fault, right, part);
  const written = sent.map((request, i) => writtenRequest(request, i + 1, module.includes('rawHeadersIn')));
  const how = { names, engine: fault.engine, closes: isRaw(written), longest: longestBody(sent) };
  const { text, files } = configurationText(setup, how);
  const all = { 'nginx.conf': text, [MODULE_FILE]: module, ...files };
  return candidate(fault, { files: all }, written, lookAt(right.path, at + 1), right);
}

/** The handlers as they are, and a program that plays the client. */
function played({ fault, right }: SeenExchange, whole: HostSetup): Candidate {
  const { setup, input } = withoutSessionInput(whole);
  const { names, module, sent } = liftedParts(handlersIn(setup), fault, right, undefined, input);
  return playedCandidate(fault, setup, { names, module, requests: sent });
}

/**
 * Handlers as they are, and requests that name their inputs by number; `path` leads to the part of an answer that is told alone, and
 * `ofSession` is what handlers of sessions have as their input.
 */
function liftedParts(
  handlers: readonly Handler[],
  { recording, right: reference, program }: SeenFault,
  { texts, isCall }: Right,
  path: ValuePath | undefined,
  ofSession?: Plain,
): { readonly names: Map<Handler, string>; readonly module: string; readonly sent: readonly WireRequest[] } {
  const { requests, inputs: sentAsBytes } = recording;
  const given = requests.flatMap((request) => ('input' in request ? [encode(request.input)] : []));
  const numbers = new Map(
    [...new Map(given.map((one) => [JSON.stringify(one), one]))].map(([text], i) => [text, `${i}`]),
  );
  const inputs = [
    ...[...numbers].map(([text, name]): [string, Plain] => [name, JSON.parse(text)]),
    ...sentAsBytes.map((text): [string, Plain] => [text, JSON.parse(decodeURIComponent(text))]),
  ];
  const names = namesOf(handlers);
  const isEncoded = recording.holdsTags || reference?.recording.holdsTags === true;
  const told =
    path === undefined
      ? { path: [], isCall: false, whole: isEncoded ? ('encoded' as const) : ('json' as const) }
      : { path, isCall: isCall && path.length > 0 };
  const sent = requests.map(
    (request): WireRequest =>
      'input' in request ? withNumber(request, numbers.get(JSON.stringify(encode(request.input))) ?? '') : request,
  );
  const inSession = ofSession !== undefined && inputs.length === 0;
  const lifted = { handlers: names, inputs: new Map(inSession ? [['', ofSession]] : inputs), inSession, ...told };
  return { names, module: handlersModule(lifted, texts, program.bindings), sent };
}

const namesOf = (handlers: readonly Handler[]): Map<Handler, string> =>
  new Map(handlers.map((handler, i) => [handler, handler === follows ? 'content' : `handler${i}`]));

/** The request without the input, which is written into the handler; a header stands where the input stood, where all are read. */
function withoutInput({ input: _, ...request }: WireRequest, silent: boolean): WireRequest {
  return silent ? { ...request, headers: [...(request.headers ?? []), ['X-Last', 'end']] } : request;
}

const withNumber = ({ input: _, ...request }: WireRequest, number: string): WireRequest => ({
  ...(request.method === undefined && request.body === undefined ? { ...request, method: 'POST' } : request),
  headers: [...(request.headers ?? []), ['X-Input', number]],
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
function lookAt([first, , part, name]: ValuePath, request: number): Observed {
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

const isRaw = (requests: readonly WrittenRequest[]): boolean => requests.some(({ curl }) => curl === undefined);
