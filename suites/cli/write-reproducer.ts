/** `srvspec replay CASE --write DIR`: a folder that shows a fault without srvspec, to be sent to those who can mend it. */
import { readdir } from 'node:fs/promises';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import type { Planned } from '../executor/planned.js';
import { planCase, run } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { type Driver, type Identity, isRuntime, type Target } from '../executor/target.js';
import type { GeneratedCase, GeneratedObject, GeneratedRequirement } from '../language/case.js';
import { NotAlone } from '../reproducers/configuration.js';
import { clientReproducer, serviceReproducer, type WantedExchange } from '../reproducers/exchange-reproducer.js';
import { inReason } from '../reproducers/proof.js';
import { NothingWrong, writeReproducer } from '../reproducers/reproducer.js';
import { cliSetting, nginxSetting, type Program } from '../reproducers/setting.js';
import {
  expectedFile,
  type ProgramPaths,
  type TriedScript,
  tryOnce,
  type WrittenFiles,
  writeFiles,
} from '../reproducers/trying.js';
import { makeFolder } from '../targets/support/folders.js';
import { shellWord } from '../targets/support/shell-word.js';
import { bindingsOf, type TargetOptions } from './targets.js';

/** A case, and what it belongs to. */
export interface FoundCase {
  readonly of: GeneratedCase;
  readonly requirement: GeneratedRequirement;
  readonly object: GeneratedObject;
}

/** What is to be written, and where. */
export interface Writing {
  readonly folder: string;
  readonly found: FoundCase;
  readonly target: Target;
  readonly identity: Identity;
  readonly options: TargetOptions;
  readonly seed: number;
  readonly runs: number;
  readonly path: string | undefined;
}

/** Status 0 when the folder shows the fault on the target and not on the reference, 1 when there is none, 3 when no folder does. */
export async function writeFolder(writing: Writing): Promise<number> {
  const { folder, found, target, identity } = writing;
  await refuseFull(folder);
  const of = planCase(found.of, found.object, found.requirement, target, identity);
  if ('report' in of) return complain(`nothing was written: ${of.report.reason}`, EXIT.failed);
  const driver = target.drivers[of.subject];
  if (driver === undefined) throw new UsageError(`${target.name} is no ${of.subject}, which ${of.id} is about`);
  const program = of.subject === 'runtime' ? await programOf(target, writing.options, identity) : undefined;
  const asked = await askedOf(writing, of, driver);
  try {
    const { files, ran } = program === undefined ? await exchangeOf(asked) : await scriptOf(asked, program, identity);
    await writeFiles(folder, files);
    if (ran === undefined)
      return complain(`${folder} was written: a text, which says why no script shows it`, EXIT.unavailable);
    process.stdout.write(`${folder} shows the fault: run.sh, run in an empty folder, ended with ${ran}\n`);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof NothingWrong) return complain(`nothing was written: ${error.message}`, EXIT.failed);
    if (error instanceof NotAlone)
      return complain(`no reproducer can be written of ${of.id}: ${error.message}`, EXIT.unavailable);
    throw error;
  }
}

async function askedOf(writing: Writing, of: Planned, driver: Driver): Promise<WantedExchange> {
  const { target, identity, seed } = writing;
  const path = writing.path ?? (await pathOfViolation(writing, of));
  const known = new DeviationList(target.kind, recordedDeviations(target.kind)).find(of.requirement, of.id, identity);
  const words = ['srvspec', 'replay', shellWord(of.id), ...target.options, '--seed', `${seed}`];
  const replay = [...words, ...(path === undefined ? [] : ['--path', path])].join(' ');
  const { says } = writing.found.requirement;
  return { of, seed, path, says, replay, driver, targetName: target.name, known };
}

/** A folder that shows the fault. */
interface Shown {
  readonly files: WrittenFiles;
  /** The statuses of its script; absent where there is none. */
  readonly ran: string | undefined;
}

async function scriptOf(asked: WantedExchange, program: Program, identity: Identity): Promise<Shown> {
  const { referenceLike } = await import('../targets/reference/reference.js');
  const reference = referenceLike(identity);
  const { folder, statuses } = await writeReproducer({ ...asked, identity, program, reference });
  return { files: folder, ran: `status ${statuses.join(' and ')}, and with the reference with status 1` };
}

/** The exchange with a service or a client, which the reference's must do right. */
async function exchangeOf(asked: WantedExchange): Promise<Shown> {
  const name = asked.targetName.replace(/^\w+:/, '');
  if (asked.of.subject === 'server') return serviceOf(asked, name);
  const main = new URL('main.js', import.meta.url).pathname;
  const words = [process.execPath, main, 'api', '--json'];
  const [{ startClientSession }, { launchProgram }] = await Promise.all([
    import('../targets/client/client-session.js'),
    import('../targets/client/launch.js'),
  ]);
  const driver: Driver = { restarts: false, start: async () => startClientSession(launchProgram(words)) };
  const command = words.map(shellWord).join(' ');
  const files = await clientReproducer(asked, name, { driver, command });
  return shownBy(files, { CLIENT: name }, { CLIENT: command });
}

async function serviceOf(asked: WantedExchange, base: string): Promise<Shown> {
  const { startReferenceApi } = await import('../targets/reference/api.js');
  const reference = await startReferenceApi();
  try {
    const { url, clientId, apiKey: revokedApiKey } = reference;
    const account = { clientId, apiKey: await reference.rotate(), revokedApiKey };
    const files = await serviceReproducer(asked, accountIn(process.env), { url, account });
    return await shownBy(
      files,
      { SRVSPEC_BASE_URL: base },
      {
        ...{ SRVSPEC_BASE_URL: url, SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: account.apiKey },
        SRVSPEC_REVOKED_API_KEY: revokedApiKey,
      },
    );
  } finally {
    await reference.stop();
  }
}

/**
 * Rejects with `NotAlone` where the script does not tell the target from the reference. What the reference shows may depend on time,
 * such as the status of an action: each of its texts is right.
 */
async function shownBy(files: WrittenFiles, target: ProgramPaths, reference: ProgramPaths): Promise<Shown> {
  if (!('run.sh' in files)) return { files, ran: undefined };
  const wrong = await tryOnce(files, target);
  if (wrong.status !== 0) throw notShown('the target', wrong);
  let known = files;
  for (let others = 1; ; others++) {
    const right = await tryOnce(known, reference);
    if (right.status === 1) return { files: known, ran: 'status 0, and with the reference with status 1' };
    if (right.status === 0 || right.seen === undefined || !('expected.txt' in files) || others === MOST_EXPECTED)
      throw notShown('the reference', right);
    known = { ...known, [expectedFile(others)]: right.seen };
  }
}

/** Texts that are right, at most. */
const MOST_EXPECTED = 4;

const notShown = (what: string, { status, printed }: TriedScript): NotAlone =>
  new NotAlone(`its script, run with ${what}, ends with status ${status}: ${inReason(printed)}`);

/** The account that the run has, as far as the environment says it. */
const accountIn = (env: NodeJS.ProcessEnv) => ({
  clientId: env.SRVSPEC_CLIENT_ID ?? '',
  apiKey: env.SRVSPEC_API_KEY ?? '',
  ...(env.SRVSPEC_REVOKED_API_KEY !== undefined && { revokedApiKey: env.SRVSPEC_REVOKED_API_KEY }),
});

function complain(text: string, status: number): number {
  process.stderr.write(`srvspec: ${text}\n`);
  return status;
}

/** Files of others are not written over. */
async function refuseFull(folder: string): Promise<void> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty; --write takes a new folder`);
}

/** What runs the target by hand. */
async function programOf(
  { name }: Target,
  { modules, engine, bind, ...options }: TargetOptions,
  identity: Identity,
): Promise<Program> {
  const bindings = bind === undefined ? undefined : bindingsOf(bind);
  const rest = name.includes(':') ? name.slice(name.indexOf(':') + 1) : undefined;
  const isNjs = isRuntime(identity) && identity.implementation === 'njs';
  if (name.startsWith('cli:')) return cliSetting(rest ?? '', isNjs, bindings);
  if (name !== 'nginx' && !name.startsWith('nginx:'))
    throw new UsageError(
      `--write takes a target nginx, cli:COMMAND, api:URL or client:COMMAND, whose faults show without srvspec; not ${name}`,
    );
  const isEngine = engine === 'njs' || engine === 'qjs';
  const given = { binary: rest, modules, libraryRoot: options['library-root'], bindings };
  return nginxSetting({ ...given, ...(isEngine && { engine }) }, isNjs);
}

/** The smallest input that a run of the case finds, where there are several. */
async function pathOfViolation({ found, target, seed, runs }: Writing, of: Planned): Promise<string | undefined> {
  const trials = of.body.trials(of.at);
  if ('one' in trials && trials.one.parts === undefined) return undefined;
  const deviations = new DeviationList(target.kind, []);
  const object = { ...found.object, requirements: [{ ...found.requirement, cases: [found.of] }] };
  const result = await run(target, [object], { seed, runs, jobs: 1, deadlines: DEFAULT_DEADLINES, deviations });
  const [report] = result.requirements.flatMap(({ cases }) => cases);
  return /--path (\S+)/.exec(report?.replay ?? '')?.[1];
}
