import { inspect } from 'node:util';
import { HeadersIn } from '../../host/http/headers-in.js';
import type { HttpOutcome, HttpPhases } from '../../host/http/phases.js';
import { countRedirect } from '../../host/http/redirects.js';
import type { HttpRequest } from '../../host/http/request.js';
import { abandon } from '../../host/http/sending.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import type { Eventual } from '../../host/support/eventual.js';
import { RegexExhausted } from '../../host/support/settings/regex.js';
import { sendPage } from '../errors/page.js';
import { refuse } from '../errors/refusing.js';
import type { RequestRefusal } from '../wire/refusals.js';

/** Callbacks for requests. */
export interface Hooks {
  readonly phases: HttpPhases;
  /** Called when a request has entered another block, or is about to be refused there. */
  readonly entered: readonly ((request: HttpRequest) => Eventual<void>)[];
  /** Called once the request has its response. */
  readonly log: (request: HttpRequest) => void;
}

/** Takes one request through the phases. Once the promise settles, it has its response and is logged. Never rejects. */
export async function serveRequest(request: HttpRequest, serving: Hooks, refusal?: RequestRefusal): Promise<void> {
  try {
    if (request.parent === undefined) logIgnored(request);
    if (refusal !== undefined) {
      request.logLine('info', refusal.why);
      request.route.isRefused = true;
    }
    if (refusal?.isSilent === true) {
      request.response.status = refusal.status;
      request.response.terminated = true;
      abandon(request);
    } else await answer(request, serving, refusal?.status);
    if (request.response.draining !== undefined) await request.response.draining;
    serving.log(request);
  } catch (error) {
    reportOwnBug(request, error);
  } finally {
    for (const cleanup of request.cleanups) cleanup();
  }
}

/** Logs ignored lines of the head. */
function logIgnored(request: HttpRequest): void {
  const { ignored = [], headers } = request.arrival;
  for (const { line, at } of ignored) {
    const message = `client sent invalid header line: "${line}" while reading client request headers`;
    request.logLine('info', message, undefined, new HeadersIn(headers.slice(0, at)));
  }
}

/** Repeats from decision to decision until there is an answer. */
async function answer(request: HttpRequest, { phases, entered }: Hooks, refused: number | undefined): Promise<void> {
  let decision = refused === undefined ? begun(request) : ({ kind: 'refused', status: refused } as const);
  while (decision.kind !== 'answered') {
    for (const hook of entered) {
      const preparing = hook(request);
      if (preparing !== undefined) await preparing;
    }
    const decided = next(request, phases, decision);
    decision = checked(request, decided instanceof Promise ? await decided : decided);
  }
}

/** The first phase; subrequests skip the phase for received requests. */
function begun({ parent }: HttpRequest): HttpOutcome {
  return { kind: 'redirected', to: parent === undefined ? 'post-read' : 'server-rewrite' };
}

function next(request: HttpRequest, phases: HttpPhases, decision: HttpOutcome): Eventual<HttpOutcome> {
  switch (decision.kind) {
    case 'answered':
      return decision;
    case 'refused':
      return refuse(request, decision.status);
    case 'through':
      return refuse(request, 404);
    case 'redirected':
      return phases.run(request, decision.to);
  }
}

/** Fails a request that was redirected too often. */
function checked(request: HttpRequest, decision: HttpOutcome): HttpOutcome {
  const isOnce = decision.kind !== 'redirected' || countRedirect(request, decision.to);
  return isOnce ? decision : { kind: 'refused', status: 500 };
}

/** Fails the request after a bug of ours, or a regular expression that takes too long; the log shows the reason. */
function reportOwnBug(request: HttpRequest, error: unknown): void {
  if (error instanceof RegexExhausted) request.logLine('alert', byteStringOf(error.message));
  else request.logLine('alert', byteStringOf(`bug in the host: ${inspect(error)}`));
  request.response.keepAlive = false;
  if (request.response.headerSent) abandon(request);
  else sendPage(request, 500);
}
