import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';

let n = 0;
const emit = http.Server.prototype.emit;
http.Server.prototype.emit = function (e, ...a) {
  if (e === 'request') n++;
  return emit.call(this, e, ...a);
};
const { startReferenceApi } = await import('./dist/suites/targets/reference/api.js');
const api = await startReferenceApi();
const start = Date.now();
const child = spawn(
  'node',
  [
    'dist/suites/cli/main.js',
    'run',
    '--target',
    `api:${api.url}`,
    '--allow-writes',
    '--document',
    '1',
    '--report',
    'json=/tmp/w/dc-api.json',
    '--quiet',
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, SRVSPEC_CLIENT_ID: api.clientId, SRVSPEC_API_KEY: api.apiKey }, stdio: 'inherit' },
);
await new Promise((r) => child.once('exit', r));
const left = JSON.parse(readFileSync('/tmp/w/dc-api.json')).service.leftovers;
console.log(
  'requests',
  n,
  'servers',
  left.filter((x) => x.resource === 'server').length,
  'apps',
  left.filter((x) => x.resource === 'app').length,
  (Date.now() - start) / 1000,
);
await api.stop();
