/** `node sessions-main.js SOCKET SESSIONS SIZE BATCH`: holds so many sessions and prints the milliseconds. */
import { performance } from 'node:perf_hooks';
import { holdSessions } from './sessions.js';

const [socket = '', sessions, size, batch] = process.argv.slice(2);
const started = performance.now();
const [lost] = await holdSessions(socket, { sessions: Number(sessions), size: Number(size), batch: Number(batch) });
if (lost === undefined) process.stdout.write(`${performance.now() - started}\n`);
else process.stderr.write(`${lost}\n`);
