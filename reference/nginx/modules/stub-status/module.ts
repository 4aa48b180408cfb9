import type { HttpDecision } from '../../../host/http/phases.js';
import type { HttpRequest } from '../../../host/http/request.js';
import { discardBody, sendWhole } from '../../../host/http/sending.js';
import { answered, declined } from '../../../host/support/phases.js';
import { contentDirectives } from '../../../host/support/settings/content-by.js';
import type { DirectiveRule } from '../../../host/support/settings/directive.js';
import type { Counter } from '../../../host/support/shared.js';
import { volatile } from '../../../host/variables/variables.js';
import type { HttpModule } from '../module.js';

const stubStatus: DirectiveRule = {
  name: 'stub_status',
  contexts: ['server', 'location'],
  arity: [0, 1],
  read: ({ block }) => contentDirectives.add(block, 'stub_status'),
};

/** The states of connections, as a page and as variables. */
export const stubStatusModule: HttpModule = {
  name: 'stub_status',
  directives: [stubStatus],
  variables: {
    connections_active: count('active'),
    connections_reading: count('reading'),
    connections_writing: count('writing'),
    connections_waiting: count('waiting'),
  },
  phases: [{ phase: 'content', handle: answer }],
};

function count(name: Counter) {
  return volatile(({ environment }: HttpRequest) => String(environment.shared.connections.read()[name]));
}

function answer(request: HttpRequest): HttpDecision {
  if (request.route.contentBy !== 'stub_status') return declined;
  if (request.route.method !== 'GET' && request.route.method !== 'HEAD') return { kind: 'refused', status: 405 };
  if (!discardBody(request)) return { kind: 'refused', status: 400 };
  const { accepted, requests, active, reading, writing, waiting } = request.environment.shared.connections.read();
  request.response.status = 200;
  request.response.headers.set('Content-Type', ['text/plain']);
  const text =
    `Active connections: ${active} \nserver accepts handled requests\n ${accepted} ${accepted} ${requests} \n` +
    `Reading: ${reading} Writing: ${writing} Waiting: ${waiting} \n`;
  sendWhole(request, Buffer.from(text));
  return answered;
}
