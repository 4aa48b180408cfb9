/**
 * `npm run bench`: measures costs, each beside a minimum that is measured in the same run. Machines differ and are noisy, so the ratios
 * count.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { select } from '../cli/select.js';
import { DeviationList } from '../executor/deviations/deviations.js';
import { drawTrials } from '../executor/draw.js';
import { run } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { type Target, TargetUnavailable } from '../executor/target.js';
import { type GeneratedObject, keptOf } from '../language/case.js';
import { nginxTarget } from '../targets/nginx/nginx.js';
import { startReferenceApi } from '../targets/reference/api.js';
import { realmCost } from '../targets/reference/realm-cost.js';
import { referenceTarget } from '../targets/reference/reference.js';
import { runProcess } from '../targets/support/process.js';
import { encodeRequest, type RequestParts, WirePool } from '../wire/wire.js';
import { startListener } from './serving.js';
import { sessionRates } from './stream-rates.js';
import { bareRate, hostRate, PIPELINED } from './worker-rates.js';

/** One line of the table: the measured operation, its unit, and the minimum of the same run. */
interface BenchLine {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick: string;
  readonly least: number;
}

const RUNS = 100;
const SEED = 1;

async function main(): Promise<void> {
  const rows = [
    ...(await inputCosts()),
    ...(await realmCosts()),
    ...(await requestCosts()),
    ...(await sessionCosts()),
    ...(await apiRates()),
    await startUp(),
  ];
  const table = rows.map(({ what, value, unit, yardstick, least }) => [
    what,
    `${round(value)} ${unit}`,
    yardstick,
    `${round(least)} ${unit}`,
    `${round(value / least)}×`,
  ]);
  process.stdout.write(`${alignedTable([['measured', 'here', 'yardstick', 'there', 'ratio'], ...table])}\n`);
}

/** Microseconds for a property's input on each target, compared with drawing it alone. */
async function inputCosts(): Promise<BenchLine[]> {
  const objects = propertiesOf(await select({ depth: 'full' }, new Set(['runtime'])));
  const { us: least, inputs } = drawingCost(objects);
  const rows: BenchLine[] = [];
  for (const target of [referenceTarget(), nginxTarget({})]) {
    const us = await targetCost(target, objects, inputs);
    if (us !== undefined)
      rows.push(...microseconds('drawing it with fast-check', [[`a property's input on ${target.name}`, us, least]]));
  }
  return rows;
}

/** The objects with only the cases whose inputs are drawn and evaluated in batches. */
const propertiesOf = (objects: readonly GeneratedObject[]): GeneratedObject[] =>
  keptOf(objects, ({ body }) => {
    const { kind, timed, probe } = body();
    return kind === 'property' && timed !== true && probe !== undefined;
  });

function drawingCost(objects: readonly GeneratedObject[]): { us: number; inputs: number } {
  const started = performance.now();
  let inputs = 0;
  for (const { requirements } of objects) {
    for (const { cases } of requirements) {
      for (const { id, body } of cases)
        inputs += drawTrials(
          id,
          body().trials((path) => path),
          { seed: SEED, runs: RUNS },
        ).length;
    }
  }
  return { us: ((performance.now() - started) * 1000) / inputs, inputs };
}

async function targetCost(
  target: Target,
  objects: readonly GeneratedObject[],
  inputs: number,
): Promise<number | undefined> {
  try {
    const options = {
      seed: SEED,
      runs: RUNS,
      jobs: 8,
      deadlines: DEFAULT_DEADLINES,
      deviations: new DeviationList(target.kind, []),
    };
    const { durationMs } = await run(target, objects, options);
    return (durationMs * 1000) / inputs;
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    process.stderr.write(`${target.name} is left out: ${error.message}\n`);
    return undefined;
  }
}

/** Milliseconds for a new realm, compared with a reused one. */
async function realmCosts(): Promise<BenchLine[]> {
  const { freshMs, reusedMs } = await realmCost();
  return [
    { what: 'a fresh realm', value: freshMs, unit: 'ms', yardstick: 'entering one that is there', least: reusedMs },
  ];
}

const REQUESTS = 6_000;

/**
 * Microseconds of processor time for a request to the reference host as a program, compared with a minimal server under the same load. The
 * client's time is not included. Two workers are also measured by the time until requests are answered, but the client uses a part of two
 * processors. The workers' processor time shows whether they slow each other down. Half of it is the time until an answer if each had a
 * processor.
 */
async function requestCosts(): Promise<BenchLine[]> {
  const single = await bareRate(1);
  const fresh = await hostRate('njs', 1, 1);
  const reused = await hostRate('qjs', 1, 1);
  const bare = await bareRate(PIPELINED);
  const worker = await hostRate('qjs', 1, PIPELINED);
  const two = await hostRate('qjs', 2, PIPELINED);
  return [
    ...microseconds('a bare node:http server', [
      ['cpu of a request with a realm of its own', fresh.cpuUs, single.cpuUs],
      ['cpu of a request whose realm has served before', reused.cpuUs, single.cpuUs],
      ['cpu of such a request in a pipeline', worker.cpuUs, bare.cpuUs],
      ['time of such a request with two workers', two.us, bare.us],
      ['half the cpu of such a request with two workers', two.cpuUs / 2, bare.cpuUs],
    ]),
    ...microseconds('with one', [['cpu of such a request with two workers', two.cpuUs, worker.cpuUs]]),
  ];
}

/** Lines with one yardstick: the measured operation, its value, and the least one. */
const microseconds = (
  yardstick: string,
  rows: readonly (readonly [what: string, value: number, least: number])[],
): BenchLine[] => rows.map(([what, value, least]) => ({ what, value, unit: 'µs', yardstick, least }));

/**
 * Microseconds for a session with 64 KiB each way, compared with a minimal proxy under the same load: of processor time, and until it ends.
 */
async function sessionCosts(): Promise<BenchLine[]> {
  const { bare, plain, reused, fresh } = await sessionRates();
  return microseconds('a bare node:net proxy', [
    ['cpu of a session that is passed on', plain.cpuUs, bare.cpuUs],
    ['time of such a session', plain.us, bare.us],
    ['cpu of a session through a filter whose realm has served before', reused.cpuUs, bare.cpuUs],
    ['time of such a session', reused.us, bare.us],
    ['cpu of a session through a filter with a realm of its own', fresh.cpuUs, bare.cpuUs],
    ['time of such a session', fresh.us, bare.us],
  ]);
}

/** Microseconds for a create at the reference's management API: in memory, and on the disk before it is acknowledged. */
async function apiRates(): Promise<BenchLine[]> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const bare = await startListener('bare-main.js', '0');
  try {
    const least = await timeRequests(Number(bare.address), REQUESTS);
    // The first run is slower than later ones.
    await timeCreates(REQUESTS);
    const inMemory = await timeCreates(REQUESTS);
    const onDisk = await timeCreates(REQUESTS / 10, join(folder, 'state'));
    return [
      ...microseconds('a bare node:http server', [['a create at the API server', inMemory, least]]),
      ...microseconds('one in memory', [['a create that is on the disk', onDisk, inMemory]]),
    ];
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A create on the disk writes the whole state, which grows. */
async function timeCreates(requests: number, state?: string): Promise<number> {
  const api = await startReferenceApi(state);
  try {
    const body = Buffer.from('{"name":"web"}');
    const headers = [
      ['Host', 'localhost'],
      ['Authorization', `Basic ${Buffer.from(`${api.clientId}:${api.apiKey}`).toString('base64')}`],
      ['Content-Type', 'application/json'],
    ] as const;
    const create = { method: 'POST', target: '/v1/servers', headers, body, contentLength: true };
    return await timeRequests(Number(new URL(api.url).port), requests, create);
  } finally {
    await api.stop();
  }
}

const GET: RequestParts = { method: 'GET', target: '/', headers: [['Host', 'localhost']] };

async function timeRequests(port: number, count: number, request: RequestParts = GET): Promise<number> {
  const pool = new WirePool({ host: '127.0.0.1', port }, 16);
  const bytes = encodeRequest(request);
  const { method } = request;
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, () => pool.exchange(bytes, { method, deadlineMs: 60_000 })));
  const elapsed = performance.now() - started;
  pool.close();
  return (elapsed * 1000) / count;
}

/** Milliseconds until `srvspec --version` has ended, compared with an empty Node program. */
async function startUp(): Promise<BenchLine> {
  const main = new URL('../cli/main.js', import.meta.url).pathname;
  const value = await timeProcess([process.execPath, main, '--version']);
  const least = await timeProcess([process.execPath, '-e', '0']);
  return { what: 'srvspec --version', value, unit: 'ms', yardstick: 'node -e 0', least };
}

/** The median of some runs, in milliseconds. */
async function timeProcess(argv: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 9; i++) {
    const started = performance.now();
    await runProcess(argv, { deadlineMs: 10_000 });
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[4] ?? Number.NaN;
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

await main();
