import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../../generators/build/testing/folder.js';
import { ErrorLogReader, parseLog } from './error-log.js';

const HEAD = '2026/01/31 12:00:00';

test('parseLog: level and message, without the host’s description of the connection', (t) => {
  const text = [
    `${HEAD} [notice] 7#7: using the "epoll" event method`,
    `${HEAD} [info] 7#7: *3 js: hello, client: 127.0.0.1, server: , request: "GET / HTTP/1.1", host: "h"`,
    `${HEAD} [warn] 7#7: *3 js: two`,
    'lines, client: 127.0.0.1, server: , request: "GET / HTTP/1.1", host: "h"',
    '',
  ].join('\n');
  t.deepEqual(parseLog(text), [
    { level: 'notice', message: 'using the "epoll" event method', script: false },
    { level: 'info', message: 'hello', script: true },
    { level: 'warn', message: 'two\nlines', script: true },
  ]);
  t.end();
});

test('ErrorLog: returns the text since a position', (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'error.log');
  const log = new ErrorLogReader(path);
  appendFileSync(path, `${HEAD} [info] 7#7: *1 js: before\n`);
  const position = log.position();
  appendFileSync(path, `${HEAD} [error] 7#7: *1 js: after é\n`);
  t.deepEqual(log.since(position), [{ level: 'error', message: 'after é', script: true }]);
  t.equal(log.since(0).length, 2);
  log.close();
  t.end();
});
