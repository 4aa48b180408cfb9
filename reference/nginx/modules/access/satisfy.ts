import type { HttpRequest } from '../../../host/http/request.js';
import { type Eventual, goOnWith } from '../../../host/support/eventual.js';
import { type Decision, declined } from '../../../host/support/phases.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { setting } from '../../../host/support/settings/directive.js';
import { milliseconds, oneOf } from '../../../host/support/settings/values.js';
import { waitFor } from '../waiting.js';

/** Whether all checkers of access that have an opinion must grant it, or one. */
export const satisfy = setting<'all' | 'any'>('satisfy', withinHttp, oneOf('all', 'any'), 'all');

/** By what status some checker would refuse a request, while another one may still grant it access. */
class AccessVerdict {
  code: number | undefined;
}

type AccessCheck<Name extends string> = (request: HttpRequest) => Eventual<Decision<Name>>;

/**
 * A checker of access in its phase: `passed` grants access, `refused` denies it, `declined` is no opinion. The client alone is
 * checked, not what its request asks for by itself.
 */
export function checkedBy<Name extends string>(check: AccessCheck<Name>): AccessCheck<Name> {
  return (request) =>
    request.parent === undefined
      ? goOnWith(check(request), (decision) => late(request, judged(request, decision)))
      : declined;
}

/** Milliseconds until a client hears that it is not known, so that guessing takes its time. */
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

/** Refuses what no checker has granted and some have denied. */
export function denied(request: HttpRequest): Eventual<Decision<never>> {
  const verdict = request.keptOrNew(AccessVerdict);
  const status = verdict.code;
  if (status === undefined) return declined;
  verdict.code = undefined;
  if (status === 403) request.logLine('error', 'access forbidden by rule');
  return late<never>(request, { kind: 'refused', status });
}
