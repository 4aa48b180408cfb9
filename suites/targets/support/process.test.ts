import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { listenOnLoopback } from './host/listen.js';
import { OutputTail, ProcessNotStarted, ProcessTimedOut, runProcess, startProcess } from './process.js';

const NODE = process.execPath;

/** The argv of a program that does nothing but stay connected, so that its end is visible. */
async function witnessFor(t: Test) {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  const port = await listenOnLoopback(server);
  t.teardown(() => server.close());
  return {
    argv: [NODE, '-e', `require('net').connect(${port}, '127.0.0.1').on('error', () => {})`] as const,
    connected: async (): Promise<Socket> => (await once(server, 'connection'))[0],
  };
}

/** A promise that the returned function resolves: a started program may connect before its starter handles signals. */
function announced(): readonly [Promise<void>, () => void] {
  let announce: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    announce = resolve;
  });
  return [ready, announce];
}

/** Resolves once the other end of the connection is gone, for any reason. */
async function gone(socket: Socket): Promise<boolean> {
  if (!socket.closed) await once(socket, 'close');
  return true;
}

test('output and status of a program', async (t) => {
  const script =
    "process.stdin.on('data', (d) => console.log('got ' + d)).on('end', () => { console.error('e'); process.exit(3) })";
  const seen: string[] = [];
  const ended = await runProcess([NODE, '-e', script], {
    input: 'x',
    deadlineMs: 600_000,
    onOutput: (stream) => seen.push(stream),
  });
  t.deepEqual(ended.exit, { kind: 'status', status: 3 }, 'status');
  t.equal(ended.stdout.text(), 'got x\n', 'stdout');
  t.equal(ended.stderr.text(), 'e\n', 'stderr');
  t.deepEqual(seen.sort(), ['stderr', 'stdout'], 'shown as it came');
});

test('the end of long output is kept', async (t) => {
  const script = "process.stdout.write('a'.repeat(1000000)); process.stdout.write('z')";
  const ended = await runProcess([NODE, '-e', script], { tailBytes: 10, deadlineMs: 600_000 });
  t.equal(ended.stdout.text(), 'aaaaaaaaaz', 'the last bytes');
  t.equal(ended.stdout.dropped, 999_991, 'and the number of earlier bytes');
});

test('a tail over pieces of any size', (t) => {
  const tail = new OutputTail(4);
  for (const piece of ['a', 'bc', '', 'def', 'g']) tail.add(Buffer.from(piece));
  t.deepEqual([tail.text(), tail.dropped], ['defg', 3], 'many pieces');
  tail.add(Buffer.from('0123456789'));
  t.deepEqual([tail.text(), tail.dropped], ['6789', 13], 'one large piece');
  t.end();
});

test('a program that cannot be started', async (t) => {
  const error = await startProcess(['/no/such/program']).catch((reason: unknown) => reason);
  t.ok(error instanceof ProcessNotStarted, 'rejected');
  t.equal(error instanceof ProcessNotStarted && error.code, 'ENOENT', 'with the reason');
});

test('a program that ends in time, and one that does not', async (t) => {
  const error = await runProcess([NODE, '-e', 'setInterval(() => {}, 1000)'], { deadlineMs: 100 }).catch(
    (e: unknown) => e,
  );
  t.ok(error instanceof ProcessTimedOut, 'timed out');
  const ended = await runProcess([NODE, '-e', "process.kill(process.pid, 'SIGKILL')"], { deadlineMs: 600_000 });
  t.deepEqual(ended.exit, { kind: 'signal', signal: 'SIGKILL' }, 'ended by a signal');
});

test('ending a program', async (t) => {
  const { argv, connected } = await witnessFor(t);
  const connection = connected();
  const running = await startProcess(argv);
  const socket = await connection;
  t.deepEqual(await running.end(), { kind: 'signal', signal: 'SIGTERM' }, 'asked');
  t.ok(await gone(socket), 'gone');
  t.deepEqual(await running.end(), { kind: 'signal', signal: 'SIGTERM' }, 'ending twice does no harm');
});

test('ending a program that ignores SIGTERM', async (t) => {
  const {
    argv: [node, flag, script],
    connected,
  } = await witnessFor(t);
  const connection = connected();
  const running = await startProcess([node, flag, `process.on('SIGTERM', () => {}); ${script}`], { graceMs: 50 });
  const socket = await connection;
  t.deepEqual(await running.end(), { kind: 'signal', signal: 'SIGKILL' }, 'insisted');
  t.ok(await gone(socket), 'gone');
});

test('children end with the program', async (t) => {
  const spawning = (argv: readonly string[]) =>
    `require('child_process').spawn(${JSON.stringify(argv[0])}, ${JSON.stringify(argv.slice(1))}, { stdio: 'inherit' })`;
  const started = async () => {
    const { argv, connected } = await witnessFor(t);
    const connection = connected();
    return { running: await startProcess([NODE, '-e', spawning(argv)]), socket: await connection };
  };
  const ended = await started();
  await ended.running.end();
  t.ok(await gone(ended.socket), 'when it is ended');
  const crashed = await started();
  process.kill(crashed.running.pid, 'SIGKILL');
  t.deepEqual(await crashed.running.exited, { kind: 'signal', signal: 'SIGKILL' }, 'it crashed');
  t.ok(await gone(crashed.socket), 'when it crashes');
});

test('programs end with this process', async (t) => {
  const module = join(import.meta.dirname, 'process.js');
  const starter = (argv: readonly string[], then: string) =>
    `import { startProcess } from ${JSON.stringify(module)}; await startProcess(${JSON.stringify(argv)}); ${then}; console.log('ready')`;
  const endings = [
    ['on SIGINT', '', 'SIGINT'],
    ['on SIGTERM', '', 'SIGTERM'],
    ['on exit', "process.on('SIGUSR2', () => process.exit(7))", 'SIGUSR2'],
    ['on an uncaught error', "process.on('SIGUSR2', () => { throw new Error('x') })", 'SIGUSR2'],
  ] as const;
  for (const [name, then, signal] of endings) {
    const { argv, connected } = await witnessFor(t);
    const connection = connected();
    const [ready, onOutput] = announced();
    const us = await startProcess([NODE, '--input-type=module', '-e', starter(argv, then)], { onOutput });
    const [socket] = await Promise.all([connection, ready]);
    process.kill(us.pid, signal);
    const exit = await us.exited;
    if (signal !== 'SIGUSR2') t.deepEqual(exit, { kind: 'signal', signal }, `${name}: we die of the signal`);
    t.ok(await gone(socket), name);
  }
});
