import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import test from 'tape';
import { requestLog } from './request-log.js';

test('a line of the request log obeys nobody', (t) => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: '/v1/\x1b[31m\u009b\n?apikey=secret' });
  const response = new ServerResponse(request);
  const lines: string[] = [];
  requestLog(request, response, (line) => lines.push(line));
  t.deepEqual(lines, [], 'not before the answer has ended');
  response.emit('close');
  t.equal(lines.length, 1);
  t.match(lines[0] ?? '', /^GET \/v1\/\\u\{1b\}\[31m\\u\{9b\}\\u\{a\} - \d+\.\d$/);
  t.end();
});
