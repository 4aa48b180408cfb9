/** Runs scenarios against a host: one start for all of them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eachOf } from '../executor/each-of.js';
import { scratchFolder } from '../targets/support/scratch.js';
import {
  type HostDirectives,
  HostRefused,
  type RunningHost,
  startOurs,
  startReal,
  type TrafficEngine,
} from '../traffic/hosts.js';
import { encodeRequest, WireConnection } from '../wire/wire.js';
import { type HostConfiguration, readySocket, rendered, type ScenarioPlaces, scenarioPlaces } from './configuration.js';
import { logComplaints, responseComplaints } from './judging.js';
import type { Scenario, ScenarioAction, ScenarioRequest } from './scenario.js';
import { startService, talkTo } from './talking.js';
import { type RunningUpstream, startUpstream } from './upstreams.js';

export interface HostKind {
  readonly host: 'real' | 'ours';
  readonly engine: TrafficEngine;
}

/** The faults of each scenario, by its name; an empty list if there is none. */
export type Complaints = ReadonlyMap<string, readonly string[]>;

const DEADLINE_MS = 10_000;
/** Scenarios at the same time. */
const AT_ONCE = 4;

interface ScenarioOptions extends HostKind {
  /** Receives the error log of a host at the end. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** Starts the host and the upstreams, sends the requests of the scenarios, and returns the faults. */
export async function runScenarios(scenarios: readonly Scenario[], options: ScenarioOptions): Promise<Complaints> {
  if (scenarios.length === 0) return new Map();
  const folder = await scratchFolder();
  for (const scenario of scenarios) await writeFiles(scenario, folder);
  const upstreams = await startUpstreams(scenarios, folder);
  try {
    return await withHost(scenarios, options, folder, upstreams);
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    return await withoutRefused(scenarios, options, rendered(scenarios, folder, { ahead: '', block: '' }), error);
  } finally {
    for (const { running } of upstreams) running.close();
  }
}

/** Runs the scenarios that the host does not refuse. If its error names no line, each scenario is tried separately. */
async function withoutRefused(
  scenarios: readonly Scenario[],
  options: ScenarioOptions,
  { at }: HostConfiguration,
  { message }: HostRefused,
): Promise<Complaints> {
  const [said = ''] = message.trim().split('\n', 1);
  const line = /host\.conf:(\d+)/.exec(said)?.[1];
  const refused = scenarios.length === 1 ? scenarios[0] : line === undefined ? undefined : at(Number(line));
  if (refused === undefined)
    return new Map((await eachOf(scenarios, 1, (one) => runScenarios([one], options))).flatMap((found) => [...found]));
  const others = await runScenarios(
    scenarios.filter((one) => one !== refused),
    options,
  );
  return new Map([...others, [refused.name, [said]]]);
}

async function writeFiles(scenario: Scenario, folder: string): Promise<void> {
  const { root, scripts } = scenarioPlaces(scenario, folder);
  await mkdir(root, { recursive: true });
  await mkdir(scripts);
  const write = async (place: string, files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(place, name)), { recursive: true });
      await writeFile(join(place, name), text);
    }
  };
  await write(root, scenario.files ?? {});
  await write(scripts, scenario.scripts);
}

interface OfScenario {
  readonly scenario: Scenario;
  readonly name: string;
  readonly wanted: number | undefined;
  readonly running: RunningUpstream;
}

async function startUpstreams(scenarios: readonly Scenario[], folder: string): Promise<readonly OfScenario[]> {
  const started: OfScenario[] = [];
  for (const scenario of scenarios) {
    const { peer } = scenarioPlaces(scenario, folder);
    for (const [name, upstream] of Object.entries(scenario.upstreams ?? {}))
      started.push({ scenario, name, wanted: upstream.asked, running: await startUpstream(upstream, peer(name)) });
    for (const [name, service] of Object.entries(scenario.services ?? {}))
      started.push({ scenario, name, wanted: service.asked, running: await startService(service, peer(name)) });
  }
  return started;
}

async function withHost(
  scenarios: readonly Scenario[],
  { host: kind, engine, onLog }: ScenarioOptions,
  folder: string,
  upstreams: readonly OfScenario[],
): Promise<Complaints> {
  const host = await start(scenarios, { host: kind, engine }, folder);
  let played: readonly (readonly string[])[];
  try {
    played = await eachOf(scenarios, AT_ONCE, (scenario) => play(scenario, scenarioPlaces(scenario, folder)));
  } finally {
    // Log lines are written after a response: all exist when the host has ended.
    await host.stop();
    onLog?.(await host.log('error.log'));
  }
  const found = new Map<string, readonly string[]>();
  for (const [at, scenario] of scenarios.entries()) {
    const after = await afterwards(scenario, folder, upstreams);
    found.set(scenario.name, [...(played[at] ?? []), ...after]);
  }
  return found;
}

function start(scenarios: readonly Scenario[], { host, engine }: HostKind, folder: string): Promise<RunningHost> {
  const site = {
    own: join(folder, 'own'),
    sockets: [readySocket(folder)],
    configuration: (differing: HostDirectives) => rendered(scenarios, folder, differing).text,
  };
  return host === 'ours' ? startOurs(site, engine) : startReal(site, engine);
}

async function play({ requests }: Scenario, places: ScenarioPlaces): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const [at, step] of requests.entries()) {
    const asked = 'together' in step ? step.together : [step];
    const found = await Promise.all(asked.map((one) => askOne(one, places)));
    complaints.push(...found.flat().map((complaint) => `request ${at + 1}, ${complaint}`));
  }
  return complaints;
}

function askOne(asked: ScenarioAction, places: ScenarioPlaces): Promise<readonly string[]> {
  return 'session' in asked ? talkTo(asked, places.stream(asked.session)) : ask(asked, places.socket);
}

async function ask(asked: ScenarioRequest, path: string): Promise<readonly string[]> {
  const { method = 'GET', target, headers = {}, body } = asked;
  const bytes = encodeRequest({
    method,
    target,
    headers: Object.entries({ Host: 'localhost', ...headers }),
    ...(body === undefined ? {} : { body: Buffer.from(body), contentLength: true }),
  });
  const connection = new WireConnection({ path });
  const about = (complaint: string): string => `${method} ${target}: ${complaint}`;
  try {
    return responseComplaints(asked.expect, await connection.exchange(bytes, { method, deadlineMs: DEADLINE_MS })).map(
      about,
    );
  } catch (error) {
    return [about(error instanceof Error ? error.message : String(error))];
  } finally {
    connection.close();
  }
}

async function afterwards(
  scenario: Scenario,
  folder: string,
  upstreams: readonly OfScenario[],
): Promise<readonly string[]> {
  const own = upstreams.filter((one) => one.scenario === scenario);
  const asked = own
    .filter(({ wanted, running }) => wanted !== undefined && running.asked !== wanted)
    .map(({ name, wanted, running }) => `${name} was asked ${running.asked} times instead of ${wanted}`);
  asked.push(...own.flatMap(({ name, running }) => running.complaints.map((complaint) => `${name}: ${complaint}`)));
  if (scenario.access === undefined) return asked;
  const log = await readFile(scenarioPlaces(scenario, folder).log, 'utf8').catch(() => '');
  return [...asked, ...logComplaints(scenario.access, log)];
}
