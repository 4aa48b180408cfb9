import type { HttpRequestPort, InnerCall } from '../../../port/http-request.js';
import type { AsyncOperation } from '../../../port/later.js';
import type { PortOutcome } from '../../../port/outcome.js';
import { RequestBody } from '../../http/body/body.js';
import type { GivenBody, HttpRequest } from '../../http/request.js';
import { type AnsweredInner, type InnerRequest, subrequest } from '../../http/subrequests/subrequest.js';
import { unsafeTargetOf } from '../../http/uri.js';
import { byteStringOf, bytesOf } from '../../support/byte-string.js';
import type { StartOperation } from '../../support/realms/pending.js';
import { nothing, typeError } from '../variable-port.js';

/** The limit for simultaneous subrequests of one client request. */
const mostAtOnce = 64_534;

/** Makes an operation of the host pending for the realm whose handler runs. */
export type MakeLater = <Input, T>(start: StartOperation<Input, T>) => AsyncOperation<Input, T>;

/** The port of a request with the body of its response. */
type ResponsePort = (request: HttpRequest, body: Buffer | undefined) => HttpRequestPort;

/** Makes a subrequest, and later the port of its response. */
export function awaitedSubrequest(
  request: HttpRequest,
  call: InnerCall,
  makeLater: MakeLater,
  portOf: ResponsePort,
): ReturnType<HttpRequestPort['subrequest']> {
  const inner = innerRequest(request, call, 'response');
  if (!inner.ok) return inner;
  return { ok: true, value: makeLater((_, settle, drop) => answering(request, inner.value, portOf, settle, drop)) };
}

/** Makes a subrequest whose response is discarded. */
export function detachedSubrequest(request: HttpRequest, call: InnerCall): PortOutcome<undefined> {
  const inner = innerRequest(request, call, 'nothing');
  if (!inner.ok) return inner;
  void served(request, inner.value);
  return nothing;
}

/** 2/http-request-object-methods/rule-1: the headers are those of the client's request, whatever the subrequest's parameters. */
function innerRequest(
  request: HttpRequest,
  [uri, args, method, body]: InnerCall,
  wants: InnerRequest['wants'],
): PortOutcome<InnerRequest> {
  // A request without a kept response may make subrequests: a detached one, and one for `auth_request`.
  if (request.arrival.isKept === true) return typeError('subrequest can only be created for the primary request');
  const where = byteStringOf(uri);
  if (where === '') return typeError('uri is empty');
  const target = unsafeTargetOf(where);
  if (target === undefined) {
    request.logLine('error', `unsafe URI "${where}" was detected`);
    return typeError('unsafe uri');
  }
  const limit = limitOf(request);
  if (limit !== undefined) {
    request.logLine(limit.level, `${limit.complaint} while processing "${target.uri}"`);
    return { ok: false, name: 'InternalError', message: 'subrequest creation failed' };
  }
  // Arguments within the URI precede the others.
  const value: InnerRequest = {
    target: where.includes('?') ? target : { ...target, args: byteStringOf(args) },
    method: byteStringOf(method),
    given: body === undefined ? parentsBody(request) : ownBody(bytesOf(body)),
    wants,
  };
  return { ok: true, value };
}

/** The limit of real hosts that another subrequest would exceed. */
function limitOf({ innerLeft, main }: HttpRequest) {
  if (innerLeft === 0) return { level: 'error', complaint: 'subrequests cycle' } as const;
  if (main.innerRequests >= mostAtOnce)
    return { level: 'crit', complaint: 'request reference counter overflow' } as const;
  return undefined;
}

/** The body that the parent has read, for as long as the subrequest needs it. */
function parentsBody({ body: { content: body } }: HttpRequest): GivenBody {
  body?.file?.hold();
  return { body, isOwn: false };
}

function ownBody(bytes: Buffer): GivenBody {
  return { body: bytes.length === 0 ? undefined : new RequestBody(bytes), isOwn: true };
}

/** As on real hosts, it begins when the calling script has ended its synchronous part, and before any timer ends. */
async function served(request: HttpRequest, inner: InnerRequest): Promise<AnsweredInner> {
  request.main.innerRequests += 1;
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)));
  const answered = await subrequest(request, inner);
  request.main.innerRequests -= 1;
  return answered;
}

/** An aborted response is not reported: the client's is aborted, too, and its scripts have nothing left to do. */
function answering(
  request: HttpRequest,
  inner: InnerRequest,
  portOf: ResponsePort,
  settle: (outcome: PortOutcome<HttpRequestPort>) => void,
  drop: () => void,
): () => void {
  void served(request, inner).then((answered) => {
    if (request.main.response.broken) drop();
    else {
      request.logContext.taken = answered.request;
      settle({ ok: true, value: portOf(answered.request, answered.body) });
      request.logContext.taken = undefined;
    }
  });
  // It continues without the realm.
  return () => undefined;
}
