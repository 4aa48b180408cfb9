import type { HttpDecision, HttpPart } from '../../http/phases.js';
import { redirectedTo } from '../../http/redirects.js';
import type { HttpRequest } from '../../http/request.js';
import { readBody } from '../../http/request-body.js';
import { abandon, endUnfinished } from '../../http/sending.js';
import { continueWith, type Eventual } from '../../support/eventual.js';
import { answered, declined, passed } from '../../support/phases.js';
import { contentHandler, httpAccessHandler } from '../../support/scripting/http-settings.js';
import type { RealmPools } from '../../support/scripting/realm-pools.js';
import type { HandlerEnd } from '../subject-scripts.js';
import { scriptFilter } from './filter.js';
import { type RequestScript, RequestScripts } from './request-scripts.js';

/** The handlers of scripts in the phases of requests, and their filters of responses. */
export function httpScripting(pools: RealmPools): HttpPart {
  const scripts = new RequestScripts(pools);
  const prepare = (request: HttpRequest) => continueWith(scripts.prepare(request), () => declined);
  return {
    entered: (request) => scripts.prepare(request),
    phases: [
      { phase: 'find-location', handle: prepare },
      // By then, conditions may have led to another block.
      { phase: 'post-rewrite', handle: prepare },
      { phase: 'access', handle: (request) => access(request, scripts) },
      { phase: 'content', handle: (request) => content(request, scripts) },
    ],
    filters: [scriptFilter(scripts)],
  };
}

/** 2/http-request-object-methods/r-decline: a handler that does not answer grants access. */
function access(request: HttpRequest, scripts: RequestScripts): Eventual<HttpDecision> {
  const handler = httpAccessHandler.of(request.block);
  if (handler === undefined) return declined;
  request.arrival.hold?.();
  const script = scripts.of(request);
  const running = run(request, script, 'access', handler);
  return continueWith(running, (decided) => decided ?? (script.state.declined ? declined : passed));
}

function content(request: HttpRequest, scripts: RequestScripts): Eventual<HttpDecision> {
  if (request.route.contentBy !== 'js_content') return declined;
  const handler = contentHandler.of(request.block);
  // A condition of the location named the handler, and another condition applies by now.
  if (handler === undefined) {
    request.logLine('error', 'js function "" not found');
    return undecided;
  }
  return continueWith(readBody(request), (read) => {
    if (read.kind !== 'declined') return read;
    request.arrival.hold?.();
    return continueWith(run(request, scripts.of(request), 'content', handler), (decided) => decided ?? undecided);
  });
}

/** The result of a request that its content handler has not answered. */
const undecided = { kind: 'refused', status: 500 } as const;

/** Runs a handler to its end. Returns its decision, if there is one. */
function run(
  request: HttpRequest,
  script: RequestScript,
  phase: 'access' | 'content',
  handler: string,
): Eventual<HttpDecision | undefined> {
  const { scripts, state } = script;
  state.phase = phase;
  request.response.scriptPhase = phase;
  state.declined = false;
  state.failed = false;
  const running = scripts.run(handler);
  if (!(running instanceof Promise)) return decisionOf(request, script, phase, running);
  const refused = new Promise<HttpDecision>((resolve) => {
    state.refuse = resolve;
  });
  return Promise.race([running, refused]).then((how) =>
    typeof how === 'string' ? decisionOf(request, script, phase, how) : refusedWithin(request, script, how),
  );
}

/** The request turned out to be invalid while its handler waited; the handler's own decision is ignored. */
function refusedWithin(request: HttpRequest, { state }: RequestScript, decision: HttpDecision): HttpDecision {
  state.phase = undefined;
  state.redirect = undefined;
  state.refusal = undefined;
  if (!request.response.headerSent) return decision;
  endUnfinished(request);
  return answered;
}

function decisionOf(
  request: HttpRequest,
  { state }: RequestScript,
  phase: 'access' | 'content',
  ended: HandlerEnd,
): HttpDecision | undefined {
  state.phase = undefined;
  const { redirect, refusal } = state;
  state.redirect = undefined;
  state.refusal = undefined;
  if (request.response.headerSent) {
    if (redirect !== undefined) request.logLine('warn', 'ignored internalRedirect() because headers were already sent');
    if (request.response.finished) failFinished(request, ended === 'thrown', phase === 'content' && state.failed);
    if (redirect === undefined) endUnfinished(request);
    else if (!request.response.finished) abandon(request);
    // If a filter aborted a response before any of it was sent, the log shows the handler's failure.
    if (ended !== 'ended' && request.response.broken && request.response.bytesSent === 0)
      request.response.forcedStatus = 500;
    return answered;
  }
  const decided = redirect !== undefined || refusal !== undefined;
  // The decision of a content handler remains valid although a promise is rejected or a callback has failed.
  const isDecided = ended === 'ended' || (ended === 'failed' && phase === 'content' && decided);
  if (!isDecided) return { kind: 'refused', status: 500 };
  if (redirect !== undefined) return redirectedTo(request, redirect);
  return refusal === undefined ? undefined : { kind: 'refused', status: refusal };
}

/** An unsent response is the last of its connection if its handler throws, or if a content handler has tried to answer again. */
function failFinished(request: HttpRequest, hasThrown: boolean, hasAnsweredAgain: boolean): void {
  if (request.parent !== undefined || request.response.broken) return;
  if (hasThrown) {
    request.logLine('alert', 'header already sent');
    request.response.forcedStatus = 500;
  }
  request.response.terminated ||= hasThrown || hasAnsweredAgain;
}
