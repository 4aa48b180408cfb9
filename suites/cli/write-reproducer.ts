/** `srvspec replay CASE --write DIR`: a folder that shows a fault without srvspec, to be sent to those who can mend it. */
import { readdir } from 'node:fs/promises';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import type { Planned } from '../executor/planned.js';
import { run } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import type { Identity, Target } from '../executor/target.js';
import type { GeneratedObject } from '../language/case.js';
import { NotAlone } from '../reproducers/configuration.js';
import { clientReproducer, serviceReproducer, type WantedExchange } from '../reproducers/exchange-reproducer.js';
import { NothingWrong, type Wanted, type Written, writeReproducer } from '../reproducers/reproducer.js';
import { cliSetting, nginxSetting, type ProgramSetting } from '../reproducers/setting.js';
import { type TriedScript, tryOnce, type WrittenFiles, writeFiles } from '../reproducers/trying.js';
import { makeFolder } from '../targets/support/folders.js';
import { shellWord } from '../targets/support/shell-word.js';
import { bindingsOf, type TargetOptions } from './targets.js';

/** What is to be written, and where. */
export interface Writing {
  readonly folder: string;
  readonly of: Planned;
  /** The object with this case alone. */
  readonly object: GeneratedObject;
  readonly says: string;
  readonly target: Target;
  readonly identity: Identity;
  readonly options: TargetOptions;
  readonly seed: number;
  readonly runs: number;
  readonly path: string | undefined;
}

/** Status 0 when the folder shows the fault, 1 when there is none, 3 when the folder does not show it. */
export async function writeFolder(writing: Writing): Promise<number> {
  const { folder, of, target, identity } = writing;
  await refuseFull(folder);
  const driver = target.drivers[of.subject];
  if (driver === undefined) throw new UsageError(`${target.name} is no ${of.subject}, which ${of.id} is about`);
  const setting = of.subject === 'runtime' ? await settingOf(target.name, writing.options) : undefined;
  const path = writing.path ?? (await pathOfViolation(writing));
  const known = new DeviationList(target.kind, recordedDeviations(target)).find(of.requirement, of.id, identity);
  const replay = [
    ...['srvspec', 'replay', shellWord(of.id), ...target.options, '--seed', `${writing.seed}`],
    ...(path === undefined ? [] : ['--path', path]),
  ].join(' ');
  const { referenceTarget } = await import('../targets/reference/reference.js');
  const version =
    typeof identity.runtimeVersion === 'string' && identity.engine !== 'none'
      ? { runtimeVersion: identity.runtimeVersion }
      : {};
  const reference = referenceTarget(version);
  const right =
    reference.identity === undefined ? undefined : { driver: reference.drivers.runtime, identity: reference.identity };
  const { says, seed } = writing;
  const asked = { of, seed, path, says, replay, driver, targetName: target.name };
  try {
    if (setting === undefined)
      return await tellExchange(folder, await exchangeOf({ ...asked, known }, target.name.replace(/^client:/, '')));
    const wanted: Wanted = { ...asked, known, identity, setting, right };
    return tell(folder, await writeReproducer(wanted));
  } catch (error) {
    if (error instanceof NothingWrong) return complain(`nothing was written: ${error.message}`, EXIT.failed);
    if (error instanceof NotAlone)
      return complain(`no reproducer can be written of ${of.id}: ${error.message}`, EXIT.unavailable);
    throw error;
  }
}

async function tell(folder: string, written: Written): Promise<number> {
  await writeFiles(folder, written.folder);
  if (!written.shows) {
    const [first] = written.runs;
    return complain(
      `${folder} was written, and its run.sh does not show the fault: status ${first?.status ?? '?'}; ${first?.printed ?? ''}`,
      EXIT.unavailable,
    );
  }
  process.stdout.write(
    `${folder} shows the fault: run.sh, run ${written.runs.length} times in an empty folder, ended with status 0\n`,
  );
  return EXIT.ok;
}

/** The exchange with a service or a client, beside what the reference's gives. */
async function exchangeOf(wanted: WantedExchange, command: string): Promise<Exchanged> {
  if (wanted.of.subject === 'client') {
    const main = new URL('main.js', import.meta.url).pathname;
    const words = [process.execPath, main, 'api', '--json'];
    const { clientTarget } = await import('../targets/client/client.js');
    const { client: driver } = clientTarget({ command: words.join(' ') }).drivers;
    // A target's command is taken apart at blanks.
    const isPlain = !words.some((word) => /\s/.test(word));
    const right = driver === undefined || !isPlain ? undefined : { driver, command: words.map(shellWord).join(' ') };
    const files = await clientReproducer(wanted, command, right);
    return { files, tried: await tryOnce(files, { CLIENT: command }), of: 'the client', wants: 0 };
  }
  const { startReferenceApi } = await import('../targets/reference/api.js');
  const reference = await startReferenceApi();
  try {
    const { url, clientId, apiKey: revokedApiKey } = reference;
    const account = { clientId, apiKey: await reference.rotate(), revokedApiKey };
    const files = await serviceReproducer(wanted, accountIn(process.env), { url, account });
    const check = {
      ...{ SRVSPEC_BASE_URL: url, SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: account.apiKey },
      SRVSPEC_REVOKED_API_KEY: revokedApiKey,
    };
    // The service itself is not asked again.
    const tried = 'run.sh' in files ? await tryOnce(files, check) : undefined;
    return { files, tried, of: "the reference's service", wants: 1 };
  } finally {
    await reference.stop();
  }
}

/** A folder, and what came of its script where it was run. */
interface Exchanged {
  readonly files: WrittenFiles;
  /** Absent where there is no script. */
  readonly tried: TriedScript | undefined;
  /** What it was run with. */
  readonly of: string;
  /** The status that it ends with where the folder is good. */
  readonly wants: number;
}

/** Status 0 where the script says of the client that it is wrong, or of another service that it is right. */
async function tellExchange(folder: string, { files, tried, of, wants }: Exchanged): Promise<number> {
  await writeFiles(folder, files);
  if (tried === undefined)
    return complain(`${folder} was written: a text, which says why no script shows it`, EXIT.unavailable);
  const ran = `run.sh, run with ${of}, ended with status ${tried.status}`;
  if (tried.status !== wants)
    return complain(`${folder} was written, and does not tell: ${ran}; ${tried.printed}`, EXIT.unavailable);
  process.stdout.write(`${folder} was written; ${ran}\n`);
  return EXIT.ok;
}

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
async function settingOf(name: string, { modules, engine, bind, ...options }: TargetOptions): Promise<ProgramSetting> {
  const bindings = bind === undefined ? {} : { bindings: bindingsOf(bind) };
  const rest = name.includes(':') ? name.slice(name.indexOf(':') + 1) : undefined;
  if (name.startsWith('cli:')) return cliSetting(rest ?? '', bindings.bindings);
  if (name !== 'nginx' && !name.startsWith('nginx:'))
    throw new UsageError(
      `--write takes a target nginx, cli:COMMAND, api:URL or client:COMMAND, whose faults show without srvspec; not ${name}`,
    );
  const isEngine = engine === 'njs' || engine === 'qjs';
  return nginxSetting({
    binary: rest,
    modules,
    ...(isEngine && { engine }),
    libraryRoot: options['library-root'],
    ...bindings,
  });
}

/** The smallest input that a run of the case finds, where there are several. */
async function pathOfViolation({ object, target, seed, runs, of }: Writing): Promise<string | undefined> {
  if ('one' in of.body.trials(of.at)) return undefined;
  const deviations = new DeviationList(target.kind, []);
  const result = await run(target, [object], { seed, runs, jobs: 1, deadlines: DEFAULT_DEADLINES, deviations });
  const [found] = result.requirements.flatMap(({ cases }) => cases.filter(({ id }) => id === of.id));
  return /--path (\S+)/.exec(found?.replay ?? '')?.[1];
}
