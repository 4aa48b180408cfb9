/** Writes a script for a cause and runs it, on the host and on the reference. */
import { objects } from '../cases/generated/index.js';
import { identify } from '../executor/identify.js';
import { locationPath } from '../executor/merging.js';
import type { RunnableCase } from '../executor/planned.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import type { HostIdentity } from '../executor/target.js';
import { NotAlone, PORT } from '../reproducers/configuration.js';
import { EXCHANGE_FILE } from '../reproducers/exchanges.js';
import { NothingWrong } from '../reproducers/fault.js';
import { commandOf } from '../reproducers/readme.js';
import { type Reproducer, writeReproducer } from '../reproducers/reproducer.js';
import type { RequestCommand } from '../reproducers/requests.js';
import { masked } from '../reproducers/right.js';
import type { HostProgram } from '../reproducers/setting.js';
import { referenceLike } from '../targets/reference/reference.js';
import { shellWord } from '../targets/support/shell-word.js';
import type { FindingCause, ObservedViolation } from './causes.js';
import { doubtOf, type Finding, type FindingScript, isShort, linesOf } from './finding.js';
import type { FindingHost } from './hosts.js';
import { kindOf } from './kinds.js';
import { resultsOf, ScriptFails, type WrittenScript, writtenScript } from './written.js';

/** The most cases of a cause that are tried until a script is short. */
const TRIES = 4;

/** The cause with the shortest script of the first cases. */
export async function findingOf(cause: FindingCause): Promise<Finding> {
  const [first] = cause.sightings;
  if (first === undefined) throw new Error(`${cause.id} was not observed`);
  const reasons: string[] = [];
  let best: FindingScript | undefined;
  const byHand = writtenScript(cause.id);
  for (const sighting of byHand === undefined ? tried(cause) : []) {
    const script = await scriptOf(sighting);
    if (typeof script === 'string') reasons.push(script);
    else if (best === undefined || linesOf(script) < linesOf(best)) best = script;
    if (best !== undefined && isShort(best)) break;
  }
  const finding = { cause, kind: kindOf(first.of, first.deviation), doubt: doubtOf(cause.deviations) };
  if (byHand !== undefined) return { ...finding, ...(await scriptByHand(cause, byHand)) };
  return { ...finding, script: best, why: reasons[0] };
}

/** The script of the cause's own file, on the first host of its kind. */
async function scriptByHand(
  { sightings }: FindingCause,
  byHand: WrittenScript,
): Promise<Pick<Finding, 'script' | 'why' | 'fails'>> {
  const first = sightings.find(({ host }) => host.target.kind === byHand.kind) ?? sightings[0];
  if (first === undefined) return { script: undefined };
  const { identity, program } = await factsOf(first.host);
  try {
    const { configuration, actual, expected } = await resultsOf(byHand, program, identity);
    return {
      script: {
        ...{ command: first.host.command, program: programOf(program, identity, first.host) },
        ...{ source: byHand.source, configuration, exchange: undefined },
        requests: byHand.kind === 'cli' ? [] : byHand.requests,
        ...{ expected: [expected], actual: first.deviation.varies === true ? first.deviation.observed : actual },
      },
    };
  } catch (error) {
    if (error instanceof ScriptFails) return { script: undefined, why: error.message, fails: true };
    throw error;
  }
}

/** Release, engine and the version of a server. */
function programOf({ build }: HostProgram, identity: HostIdentity, { command }: FindingHost): string {
  const [first = ''] = build.split('\n');
  const server = command === undefined ? `, ${first.replace(/^nginx version: /, '')}` : '';
  return `njs ${identity.runtimeVersion}, engine ${identity.engine}${server}`;
}

/** The first case of each requirement that shows the worst kind on the newest release that has it. */
function tried({ sightings }: FindingCause): readonly ObservedViolation[] {
  const [first] = sightings;
  const alike = sightings.filter(
    ({ host, of, deviation }) =>
      first !== undefined &&
      host.isNewest === first.host.isNewest &&
      kindOf(of, deviation) === kindOf(first.of, first.deviation),
  );
  const ids = alike.map(({ requirement }) => requirement.id);
  return alike.filter((_, i) => ids.indexOf(ids[i] ?? '') === i).slice(0, TRIES);
}

/** The case as a script that was proven, or why there is none. */
async function scriptOf({ host, of, requirement, deviation }: ObservedViolation): Promise<FindingScript | string> {
  const planned = await plannedCase(of.id);
  const { runtime } = host.target.drivers;
  if (planned === undefined || runtime === undefined) return 'the case is gone';
  const { identity, program } = await factsOf(host);
  const path = /--path (\S+)/.exec(of.replay)?.[1];
  const seed = Number(/--seed (\d+)/.exec(of.replay)?.[1] ?? 1);
  try {
    const written = await writeReproducer({
      ...{ of: planned, seed, path, says: requirement.says, known: deviation, replay: of.replay, driver: runtime },
      ...{ identity, targetName: host.target.name, program, reference: referenceLike(identity) },
    });
    const varies = deviation.varies === true ? deviation.observed : undefined;
    return shownScript(written, { command: host.command, program: programOf(program, identity, host), varies });
  } catch (error) {
    if (error instanceof NothingWrong || error instanceof NotAlone) return error.message;
    throw error;
  }
}

interface HostFacts {
  readonly identity: HostIdentity;
  readonly program: HostProgram;
}

const FACTS = new Map<FindingHost, Promise<HostFacts>>();

/** Asked once for each host. */
function factsOf(host: FindingHost): Promise<HostFacts> {
  const known = FACTS.get(host) ?? askedFor(host);
  FACTS.set(host, known);
  return known;
}

async function askedFor(host: FindingHost): Promise<HostFacts> {
  const { runtime } = host.target.drivers;
  if (runtime === undefined) throw new Error(`${host.key} runs no scripts`);
  const identity = await identify({ ...host.target, drivers: { runtime } }, DEFAULT_DEADLINES.single);
  return { identity, program: await host.setting() };
}

interface ScriptFacts extends Pick<FindingScript, 'command' | 'program'> {
  /** Shown in place of a result that depends on chance. */
  readonly varies: string | undefined;
}

function shownScript(written: Reproducer, { varies, ...facts }: ScriptFacts): FindingScript {
  const { files, candidate, expected, actual } = written;
  const exchange = files[EXCHANGE_FILE];
  const configuration = String(files['nginx.conf'] ?? '');
  return {
    ...facts,
    source: String(files['script.js'] ?? files['handler.js'] ?? ''),
    configuration: essential(configuration),
    requests: configuration === '' ? [] : candidate.requests.map(typedRequest),
    exchange: exchange === undefined ? undefined : String(exchange),
    expected: expected.length === 0 ? [candidate.right.description] : expected.map(masked),
    actual: varies ?? masked(actual),
  };
}

/** The part of a configuration that the case itself needs. */
function essential(configuration: string): string {
  const frame =
    /^\s*(load_module|daemon|master_process|pid|error_log|events|access_log|\w+_temp_path|keepalive_timeout)\b/;
  return configuration
    .split('\n')
    .filter((line) => line !== '' && !frame.test(line))
    .join('\n');
}

/** The most bytes of a request or a body that a command has in it. */
const MOST_BYTES = 400;

/** The command that sends a request by hand, with its bytes if there are few. */
function typedRequest(request: RequestCommand): string {
  const [[name, bytes] = []] = Object.entries(request.files);
  if (name === undefined || bytes === undefined || bytes.length > MOST_BYTES) return commandOf(request);
  const text = Buffer.from(bytes).toString('latin1');
  if (request.curl === undefined) return `printf ${shellWord(octal(text))} | nc 127.0.0.1 ${PORT}`;
  if (!/^[ -~]*$/.test(text) || text.startsWith('@')) return commandOf(request);
  return commandOf({ ...request, curl: request.curl.map((word) => (word === `@${name}` ? text : word)) });
}

/** As `printf` reads it. */
const octal = (text: string): string =>
  text
    .replace(/[\\%]/g, (one) => (one === '%' ? '%%' : '\\\\'))
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/[^ -~]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`);

async function plannedCase(id: string): Promise<RunnableCase | undefined> {
  for (const { names, load } of objects) {
    if (!names.some((name) => id.startsWith(`${name}.`))) continue;
    const { requirements, subject } = await load();
    for (const { id: requirement, strength, rows, cases } of requirements) {
      const found = cases.find((one) => one.id === id);
      if (found !== undefined)
        return { id, strength, requirement, rows, subject, body: found.body(), at: locationPath(id), replay: '' };
    }
  }
  return undefined;
}
