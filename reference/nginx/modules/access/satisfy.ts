import type { HttpRequest } from '../../../host/http/request.js';
import { continueWith, type Eventual } from '../../../host/support/eventual.js';
import { type Decision, declined } from '../../../host/support/phases.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { setting } from '../../../host/support/settings/directive.js';
import { milliseconds, oneOf } from '../../../host/support/settings/values.js';
import { waitFor } from '../waiting.js';

/** Whether all access checkers that decide must grant access, or one of them. */
export const satisfy = setting<'all' | 'any'>('satisfy', withinHttp, oneOf('all', 'any'), 'all');

/** The status of a checker that refused a request while another one may still grant access. */
class AccessVerdict {
  code: number | undefined;
}

type AccessCheck<Name extends string> = (request: HttpRequest) => Eventual<Decision<Name>>;

/**
 * An access checker in its phase: `passed` grants access, `refused` denies it, and `declined` makes no decision. Only requests of clients
 * are checked, not subrequests.
 */
export function checkedBy<Name extends string>(check: AccessCheck<Name>): AccessCheck<Name> {
  return (request) =>
    request.parent === undefined
      ? continueWith(check(request), (decision) => late(request, judged(request, decision)))
      : declined;
}

/** Milliseconds before a 401 is sent, which makes guessing slow. */
export const authDelay = setting('auth_delay', withinHttp, milliseconds, 0);

function late<Name extends string>(request: HttpRequest, decision: Decision<Name>): Eventual<Decision<Name>> {
  const time = authDelay.of(request.block);
  if (decision.kind !== 'refused' || decision.status !== 401 || time === 0) return decision;
  request.logLine('info', 'delaying unauthorized request');
  return waitFor(request, time).then((waited) => (waited.kind === 'refused' ? waited : decision));
}

function judged<Name extends string>(request: HttpRequest, decision: Decision<Name>): Decision<Name> {
  if (satisfy.of(request.block) === 'any') return underAny(request, decision);
  return decision.kind === 'passed' ? declined : decision;
}

function underAny<Name extends string>(request: HttpRequest, decision: Decision<Name>): Decision<Name> {
  if (decision.kind === 'passed') {
    request.keptOrNew(AccessVerdict).code = undefined;
    request.response.headers.withdrawChallenges();
  }
  if (decision.kind !== 'refused' || (decision.status !== 401 && decision.status !== 403)) return decision;
  if (request.keptOrNew(AccessVerdict).code !== 401) request.keptOrNew(AccessVerdict).code = decision.status;
  return declined;
}

/** Refuses a request that no checker has granted and some have denied. */
export function denied(request: HttpRequest): Eventual<Decision<never>> {
  const verdict = request.keptOrNew(AccessVerdict);
  const status = verdict.code;
  if (status === undefined) return declined;
  verdict.code = undefined;
  if (status === 403) request.logLine('error', 'access forbidden by rule');
  return late<never>(request, { kind: 'refused', status });
}
