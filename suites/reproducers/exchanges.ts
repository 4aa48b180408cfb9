/** Reproducers of exchanges with a server: the handler as plain statements, or lifted. */
import type { Plain } from '../../spec/types/requirement.js';
import { type HostSetup, mergeSetups, portOf } from '../executor/merging.js';
import { liftedSource } from '../inside/lifting.js';
import { describe } from '../language/description.js';
import { encode } from '../language/encoding.js';
import type { WireRequest } from '../language/partners.js';
import type { Handler } from '../language/setup.js';
import { follows } from '../laws/2-host-objects/http-request/script.js';
import { candidate, goesDown, type ObservedFault, type ScriptCandidate } from './candidate.js';
import { configurationText, handlersIn, MODULE_FILE } from './configuration.js';
import { SCOPE } from './fault.js';
import { focusOn, partAtPath, type ValuePath } from './focus.js';
import { nothingThrown, scriptModule } from './handler.js';
import { handlersModule } from './lifted.js';
import { exchangeText, PLAY_FILE, playText, writtenExchange } from './playing/written.js';
import { pruned, reachedSetup, withoutSessionInput } from './pruning.js';
import { longestBody, requestCommand, wireBytes } from './requests.js';
import { ANSWER, describedInWords, type Right, rightOf } from './right.js';
import type { EvidenceSource } from './run-script.js';
import { NotPlain } from './steps.js';

/** The wrong part of the response to a request, and the setup of its host. */
interface FaultyExchange {
  readonly fault: ObservedFault;
  readonly right: Right;
  readonly setup: HostSetup;
  readonly handlers: readonly Handler[];
  /** Index of the request. */
  readonly at: number;
}

/** Ways to write reproducers of exchanges with a server. */
export function exchangeMakers(fault: ObservedFault): (() => ScriptCandidate)[] {
  const { requests, targets, isMore } = fault.recording;
  const right = rightOf(fault.trial, fault.observed, fault.right?.observed);
  const setup = mergeSetups([{ setup: fault.of.body.setup, scope: SCOPE }]);
  const handlers = handlersIn(setup);
  const [first, index] = right.path;
  const at = first === 'responses' && typeof index === 'number' ? index : requests.length - 1;
  const exchange = { fault, right, setup, handlers, at };
  const small = reachedSetup(setup, targets);
  const setups = handlersIn(small).length < handlers.length ? [small, setup] : [setup];
  const whole = (way: typeof lifted): (() => ScriptCandidate)[] => setups.map((one) => () => way(exchange, one));
  if (isMore) return whole(played);
  const asked = requests[at];
  const isPlain = handlers.includes(follows) && asked !== undefined && 'input' in asked;
  const plain = isPlain ? [[asked], requests.slice(0, at + 1)] : [];
  return [
    ...plain.map((sent) => () => plainly(exchange, sent, encode(asked?.input))),
    ...whole(lifted),
    ...whole(played),
  ];
}

/** The handler as plain statements. */
function plainly(
  { fault, right, setup, handlers, at }: FaultyExchange,
  sent: readonly WireRequest[],
  input: Plain,
): ScriptCandidate {
  const { observed } = fault;
  const answer = observed.kind === 'returned' ? partAtPath(observed.value, ['responses', at, 'answer']) : undefined;
  if (!nothingThrown(answer)) throw new NotPlain();
  const part = right.path[0] === 'responses' ? right.path.slice(2) : right.path;
  const module = scriptModule(input, part, right.texts, fault.program.bindings);
  const kept = pruned(setup, module);
  const keptHandlers = handlersIn(kept);
  const named = namesOf(handlers.filter((handler) => handler !== follows));
  const others = new Map([...named].filter(([handler]) => keptHandlers.includes(handler)));
  const names = new Map([...others, [follows, 'content'] as const]);
  const isSilent = module.includes('rawHeadersIn');
  const requests = sent.map((request) => withoutInput(request, isSilent));
  return requested(fault, right, kept, { names, module: withHandlers(module, others), requests });
}

function lifted({ fault, right, at }: FaultyExchange, setup: HostSetup): ScriptCandidate {
  const isAnswer = right.path[0] === 'responses' && right.path[2] === 'answer';
  const server = serverParts(setup, fault, right, isAnswer ? right.path.slice(3) : undefined);
  return requested(fault, right, setup, server, at + 1);
}

/** The handlers of a server, and the requests to it. */
interface ServerParts {
  readonly names: ReadonlyMap<Handler, string>;
  readonly module: string;
  readonly requests: readonly WireRequest[];
}

/** Requests one after the other; the response with this number is examined. */
function requested(
  fault: ObservedFault,
  right: Right,
  setup: HostSetup,
  { names, module, requests }: ServerParts,
  number = requests.length,
): ScriptCandidate {
  const commands = requests.map((request, i) => requestCommand(request, i + 1, module.includes('rawHeadersIn')));
  const closes = commands.some(({ curl }) => curl === undefined);
  const how = { names, engine: fault.engine, closes, longest: longestBody(requests) };
  const { text, files } = configurationText(setup, how);
  const all = { 'nginx.conf': text, [MODULE_FILE]: module, ...files };
  return candidate(fault, right, { files: all, requests: commands, look: lookAt(right.path, number) });
}

export const EXCHANGE_FILE = 'exchange.json';

/** The lifted handlers, and a program that repeats the whole conversation: connections, peers, files, parallel requests. */
function played({ fault, right }: FaultyExchange, whole: HostSetup): ScriptCandidate {
  const { trial, observed, recording, engine } = fault;
  const { setup, input } = withoutSessionInput(whole);
  const { names, module, requests } = serverParts(setup, fault, right, undefined, input);
  const longest = longestBody(requests);
  const { text, ports, files } = configurationText(setup, { names, engine, closes: false, longest });
  const expected = trial.expect();
  const value = observed.kind === 'returned' ? observed.value : undefined;
  const wrong = value === undefined ? undefined : focusOn(expected, value).expected;
  const { steps, seen } = writtenExchange(recording, fault.right?.recording, {
    bytes: requests.map((request) => wireBytes(request).toString('latin1')),
    // Whether the value reports how a connection ended.
    tellsEnds: /"(ended|reset)"/.test(JSON.stringify(value ?? null)),
    pattern: wrong?.expects === 'matches' ? [wrong.pattern, wrong.flags] : undefined,
  });
  const named = ports.map((port) => port.replace(portOf(SCOPE, ''), ''));
  const all = {
    ...{ 'nginx.conf': text, [MODULE_FILE]: module, ...files, [PLAY_FILE]: playText() },
    [EXCHANGE_FILE]: exchangeText({ ports: named, steps }),
  };
  const print = goesDown(fault) ? describedInWords(ANSWER) : describedInWords(describe(expected), { seen });
  return candidate(fault, print, { files: all, ports: ports.length, look: { at: 'play' } });
}

/**
 * Lifted handlers, and requests that name their inputs by number. `path` leads to the printed part of an answer, and `ofSession` is the
 * input of session handlers.
 */
function serverParts(
  setup: HostSetup,
  { recording, right: reference, program }: ObservedFault,
  { texts, isCall }: Right,
  path: ValuePath | undefined,
  ofSession?: Plain,
): ServerParts {
  const given = recording.requests.flatMap((request) =>
    'input' in request ? [JSON.stringify(encode(request.input))] : [],
  );
  const numbers = new Map([...new Set(given)].map((text, i) => [text, `${i}`]));
  const inputs = [
    ...[...numbers].map(([text, name]): [string, Plain] => [name, JSON.parse(text)]),
    ...recording.inputs.map((text): [string, Plain] => [text, JSON.parse(decodeURIComponent(text))]),
  ];
  const inSession = ofSession !== undefined && inputs.length === 0;
  const isEncoded = recording.holdsTags || reference?.recording.holdsTags === true;
  const names = namesOf(handlersIn(setup));
  const handlers = {
    ...{ handlers: names, inSession, inputs: new Map(inSession ? [['', ofSession]] : inputs) },
    ...(path === undefined
      ? { path: [], isCall: false, whole: isEncoded ? ('encoded' as const) : ('json' as const) }
      : { path, isCall: isCall && path.length > 0 }),
  };
  const requests = recording.requests.map((request) =>
    'input' in request ? withNumber(request, numbers.get(JSON.stringify(encode(request.input))) ?? '') : request,
  );
  return { names, requests, module: handlersModule(handlers, texts, program.bindings) };
}

const namesOf = (handlers: readonly Handler[]): Map<Handler, string> =>
  new Map(handlers.map((handler, i) => [handler, handler === follows ? 'content' : `handler${i}`]));

/**
 * The request without the input, which is written into the handler. A header replaces that of the input, since scripts may read all
 * headers.
 */
function withoutInput({ input: _, ...request }: WireRequest, silent: boolean): WireRequest {
  return silent ? { ...request, headers: [...(request.headers ?? []), ['X-Last', 'end']] } : request;
}

const withNumber = ({ input: _, ...request }: WireRequest, number: string): WireRequest => ({
  ...(request.method === undefined && request.body === undefined ? { ...request, method: 'POST' } : request),
  headers: [...(request.headers ?? []), ['X-Input', number]],
});

/** Other handlers of the configuration, which use no tools. */
function withHandlers(module: string, others: ReadonlyMap<Handler, string>): string {
  if (others.size === 0) return module;
  if ([...others.keys()].some((handler) => handler.length > 1)) throw new NotPlain();
  const defined = [...others].map(([handler, name]) => `const ${name} = ${liftedSource(handler)};\n`).join('');
  return module.replace(
    'export default { content }',
    `${defined}\nexport default { ${['content', ...others.values()].join(', ')} }`,
  );
}

/** The place of the wrong part on the wire, or in the log. */
function lookAt([first, , part, name]: ValuePath, request: number): EvidenceSource {
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
