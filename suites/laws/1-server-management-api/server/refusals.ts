/** Results of requests whose credentials are not the account's, see 1/authentication. */

import type fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ApiAnswer, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import { type Expectation, record } from '../../../language/expectation.js';
import { conversationProperty } from '../../../language/law.js';
import { member } from '../../../language/plain.js';
import type { Capability, Law } from '../../../language/trial.js';
import { objectsIn, stringsIn } from '../../support/json.js';
import type { Authorization } from './credentials.js';
import { factsOf, refused, served } from './judging.js';
import { ask, listRequest, type Send, successOf } from './service.js';

/** The request, and then with the account's credentials: api-endpoints.answer judges whether that is served. */
export async function refusalOf(to: Endpoint, request: ApiRequest, first: Send = ask, then: Send = successOf) {
  const answer = await first(to, request);
  return refusal(request, answer, await then(to, { method: 'GET', path: request.path }));
}

/** The same for several credentials, one after the other. */
export async function refusalsOf(to: Endpoint, request: ApiRequest, credentials: readonly Authorization[]) {
  const answers: ApiAnswer[] = [];
  for (const authorization of credentials) answers.push(await to.ask({ ...request, authorization }));
  const account = await successOf(to, { method: 'GET', path: request.path });
  return answers.map((answer) => refusal(request, answer, account));
}

function refusal(request: ApiRequest, answer: ApiAnswer, account: ApiAnswer) {
  const name = member(request.json, 'name');
  return {
    answer: factsOf(answer),
    account: factsOf(account),
    /** The answer is the account's, or contains a record of it. */
    shown: shows(answer.json, account.json),
    /** The account has a record that only the refused request described. */
    created: typeof name === 'string' && stringsIn(account.json).includes(name),
  };
}

/** Whether an answer is the account's, or contains a record of it. Objects with more than one member are distinguishable. */
function shows(shown: Plain | undefined, own: Plain | undefined): boolean {
  if (shown === undefined || own === undefined) return false;
  const text = JSON.stringify(shown);
  const records = objectsIn(own).filter((one) => Object.keys(one).length > 1);
  return text === JSON.stringify(own) || records.some((one) => text.includes(JSON.stringify(one)));
}

/** Ruling api-authentication.refusal. */
export const onlyRefused: Expectation = record({ answer: refused, account: served, shown: false, created: false });

/** Credentials derived from a drawn input are refused. */
export const refusing = <I>(
  inputs: fc.Arbitrary<I>,
  credentialsOf: (input: I) => Authorization,
  needs: readonly Capability[] = [],
): Law<object> =>
  conversationProperty({
    needs,
    inputs: () => inputs,
    hold: (input, { api: to }) => refusalOf(to, { ...listRequest(), authorization: credentialsOf(input) }),
    expect: () => onlyRefused,
  });
