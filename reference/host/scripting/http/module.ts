import { answered, declined, passed } from '../../core/phases.js';
import { readBody } from '../../http/body-phases.js';
import type { HttpPart } from '../../http/module.js';
import type { HttpDecision } from '../../http/phases.js';
import { redirectedTo } from '../../http/redirects.js';
import type { HttpRequest } from '../../http/request.js';
import { endUnfinished } from '../../http/response.js';
import type { RealmPools } from '../realm-pools.js';
import { scriptFilter } from './filter.js';
import { type RequestScript, RequestScripts } from './request-scripts.js';
import { accessHandler, contentHandler } from './settings.js';

/** What scripts do in the phases of requests, and with their responses. */
export function httpScripting(pools: RealmPools): HttpPart {
  const scripts = new RequestScripts(pools);
  return {
    entered: (request) => scripts.prepare(request),
    phases: [
      {
        phase: 'find-location',
        handle: async (request) => {
          await scripts.prepare(request);
          return declined;
        },
      },
      { phase: 'access', handle: (request) => access(request, scripts.of(request)) },
      { phase: 'content', handle: (request) => content(request, scripts.of(request)) },
    ],
    filters: [scriptFilter(scripts)],
  };
}

/** 2/http-request-object-methods/r-decline: a handler that does not answer grants access by that. */
async function access(request: HttpRequest, script: RequestScript): Promise<HttpDecision> {
  const handler = accessHandler.of(request.block);
  if (handler === undefined) return declined;
  request.arrival.hold?.();
  const decided = await run(request, script, 'access', handler);
  return decided ?? (script.state.declined ? declined : passed);
}

async function content(request: HttpRequest, script: RequestScript): Promise<HttpDecision> {
  const handler = contentHandler.of(request.block);
  if (handler === undefined) return declined;
  const read = await readBody(request);
  if (read.kind !== 'declined') return read;
  request.arrival.hold?.();
  return (await run(request, script, 'content', handler)) ?? { kind: 'refused', status: 500 };
}

/** Runs a handler to its end. Tells what it has decided, if anything. */
async function run(
  request: HttpRequest,
  { scripts, state }: RequestScript,
  phase: 'access' | 'content',
  handler: string,
): Promise<HttpDecision | undefined> {
  state.phase = phase;
  request.scriptPhase = phase;
  state.declined = false;
  const ended = await scripts.run(handler);
  state.phase = undefined;
  const { redirect, refusal } = state;
  state.redirect = undefined;
  state.refusal = undefined;
  if (request.headerSent) {
    if (redirect !== undefined) request.logLine('warn', 'ignored internalRedirect() because headers were already sent');
    endUnfinished(request);
    // Of a response that a filter broke off before any of it had gone, the log tells the handler's failure.
    if (ended !== 'ended' && request.broken && request.bytesSent === 0) request.forcedStatus = 500;
    return answered;
  }
  const decided = redirect !== undefined || refusal !== undefined;
  // What a handler of content has decided stands, though its promise is rejected.
  const isDecided = ended === 'ended' || (ended === 'failed' && phase === 'content' && decided);
  if (!isDecided) return { kind: 'refused', status: 500 };
  if (redirect !== undefined) return redirectedTo(request, redirect);
  return refusal === undefined ? undefined : { kind: 'refused', status: refusal };
}
