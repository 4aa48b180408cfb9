/** `srvspec replay CASE --write DIR`: writes a folder that shows a fault without srvspec, for a bug report. */
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import type { RunnableCase } from '../executor/planned.js';
import { planCase, run } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { type Driver, type Identity, isRuntime, type Target } from '../executor/target.js';
import { NotAlone } from '../reproducers/configuration.js';
import { type FaultRequest, NothingWrong } from '../reproducers/fault.js';
import { writeReproducer } from '../reproducers/reproducer.js';
import { cliSetting, type HostProgram, nginxSetting } from '../reproducers/setting.js';
import { writeFiles } from '../reproducers/trying.js';
import { programOf, runtimeNamed } from '../targets/cli/runtimes.js';
import { refuseFull } from '../targets/support/folders.js';
import { shellWord } from '../targets/support/shell-word.js';
import type { FoundCase } from './select.js';
import { readBindings, type TargetOptions } from './targets.js';

/** The case to write, and the folder. */
export interface WriteOptions {
  readonly folder: string;
  readonly found: FoundCase;
  readonly target: Target;
  readonly identity: Identity;
  readonly options: TargetOptions;
  readonly seed: number;
  readonly runs: number;
  readonly path: string | undefined;
}

/** Status 0 if a folder was written, 1 if nothing is wrong, 3 if no script shows the fault on the target and not on the reference. */
export async function writeFolder(options: WriteOptions): Promise<number> {
  const { folder, found, target, identity } = options;
  const { subject } = found.object;
  if (subject !== 'runtime')
    throw new UsageError(
      `--write takes no case of a ${subject}; \`replay ${found.of.id}\` without it shows the exchange`,
    );
  await refuseFull(folder, '--write takes a new folder');
  const of = planCase(found.of, found.object, found.requirement, target, identity);
  if ('report' in of) return complain(`nothing was written: ${of.report.reason}`, EXIT.failed);
  const driver = target.drivers[of.subject];
  if (driver === undefined) throw new UsageError(`${of.id} tests a ${of.subject}, and ${target.name} is none`);
  const request = await requestOf(options, of, driver);
  try {
    const reproducer = await writeReproducer(request);
    await writeFiles(folder, reproducer.folder);
    const ran = `status ${reproducer.statuses.join(' and ')}, and with the reference with status 1`;
    process.stdout.write(`${folder} shows the fault: run.sh, run in an empty folder, ended with ${ran}\n`);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof NothingWrong) return complain(`nothing was written: ${error.message}`, EXIT.failed);
    if (error instanceof NotAlone)
      return complain(`no reproducer can be written of ${of.id}: ${error.message}`, EXIT.unavailable);
    throw error;
  }
}

async function requestOf(options: WriteOptions, of: RunnableCase, driver: Driver): Promise<FaultRequest> {
  const { target, identity, seed } = options;
  const program = await hostProgramOf(target, options.options, identity);
  const { referenceLike } = await import('../targets/reference/reference.js');
  const path = options.path ?? (await pathOfViolation(options, of));
  const known = new DeviationList(target.kind, recordedDeviations(target.kind)).find(of.requirement, of.id, identity);
  const named = [shellWord(of.id), ...(options.found.object.options ?? [])];
  const words = ['srvspec', 'replay', ...named, ...target.options, '--seed', `${seed}`];
  const replay = [...words, ...(path === undefined ? [] : ['--path', path])].join(' ');
  const { says } = options.found.requirement;
  const reference = referenceLike(identity);
  return { of, seed, path, says, replay, driver, identity, targetName: target.name, known, program, reference };
}

function complain(text: string, status: number): number {
  process.stderr.write(`srvspec: ${text}\n`);
  return status;
}

/** The command that runs the target by hand. */
async function hostProgramOf(
  { name }: Target,
  { modules, engine, bind, ...options }: TargetOptions,
  identity: Identity,
): Promise<HostProgram> {
  const bindings = bind === undefined ? undefined : readBindings(bind);
  const rest = name.includes(':') ? name.slice(name.indexOf(':') + 1) : undefined;
  const isNjs = isRuntime(identity) && identity.implementation === 'njs';
  if (name.startsWith('cli:')) {
    // A known runtime runs the script without our shim.
    const known = runtimeNamed(rest ?? '')?.implementation;
    return cliSetting(known === undefined ? (rest ?? '') : programOf(known), isNjs, bindings);
  }
  if (name !== 'nginx' && !name.startsWith('nginx:'))
    throw new UsageError(`--write takes a target nginx or cli:COMMAND, whose faults show without srvspec; not ${name}`);
  const isEngine = engine === 'njs' || engine === 'qjs';
  const given = { binary: rest, modules, libraryRoot: options['library-root'], bindings };
  return nginxSetting({ ...given, ...(isEngine && { engine }) }, isNjs);
}

/** The smallest input that a run of the case finds, if there are several. */
async function pathOfViolation(
  { found, target, seed, runs }: WriteOptions,
  of: RunnableCase,
): Promise<string | undefined> {
  const trials = of.body.trials(of.at);
  if ('one' in trials && trials.one.parts === undefined) return undefined;
  const deviations = new DeviationList(target.kind, []);
  const object = { ...found.object, requirements: [{ ...found.requirement, cases: [found.of] }] };
  const result = await run(target, [object], { seed, runs, jobs: 1, deadlines: DEFAULT_DEADLINES, deviations });
  const [report] = result.requirements.flatMap(({ cases }) => cases);
  return /--path (\S+)/.exec(report?.replay ?? '')?.[1];
}
