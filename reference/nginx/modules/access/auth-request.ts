import type { HttpDecision } from '../../../host/http/phases.js';
import type { HttpRequest } from '../../../host/http/request.js';
import { subrequest } from '../../../host/http/subrequests/subrequest.js';
import { type ByteString, byteStringOf } from '../../../host/support/byte-string.js';
import type { Eventual } from '../../../host/support/eventual.js';
import { answered, declined, passed } from '../../../host/support/phases.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { listSetting, optionalSetting } from '../../../host/support/settings/directive.js';
import { word } from '../../../host/support/settings/values.js';
import { readAssignment, type VariableAssignment } from '../../variables/assignment.js';
import type { HttpModule } from '../module.js';

const authRequest = optionalSetting<ByteString>('auth_request', withinHttp, (words) =>
  word(words) === 'off' ? undefined : byteStringOf(word(words)),
);

const assignments = listSetting<VariableAssignment>(
  'auth_request_set',
  withinHttp,
  (words, statement) => [readAssignment(words, statement)],
  [],
  { arity: [2, 2] },
);

/** `auth_request`, after all checkers that inspect the request itself. */
export const authRequestModule: HttpModule = {
  name: 'auth_request',
  directives: [authRequest, assignments],
  phases: [{ phase: 'access', handle: askLocation }],
};

/** Makes a subrequest to another location, whose status decides about access. */
function askLocation(request: HttpRequest): Eventual<HttpDecision> {
  const uri = authRequest.of(request.block);
  return uri === undefined ? declined : ask(request, uri);
}

async function ask(request: HttpRequest, uri: ByteString): Promise<HttpDecision> {
  const asked = await subrequest(request, {
    target: { uri, args: '' },
    method: 'GET',
    given: { body: undefined, isOwn: false },
    wants: 'header',
  });
  if (request.response.broken) return answered;
  for (const { name, value } of assignments.of(request.block)) {
    request.variables.assign(name, asked.request.variables.evaluate(value));
  }
  return opinion(request, asked.request);
}

function opinion(request: HttpRequest, { response: { status, challenges } }: HttpRequest): HttpDecision {
  if (status >= 200 && status < 300) return passed;
  if (status === 401) for (const one of challenges) request.response.headers.addChallenge(one);
  if (status === 401 || status === 403) return { kind: 'refused', status };
  request.logLine('error', `auth request unexpected status: ${status}`);
  return { kind: 'refused', status: 500 };
}
