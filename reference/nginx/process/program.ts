import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { bindingsOf, nameComplaint } from '../../host/script/runtime-port.js';
import { withHint } from '../../host/support/realms/hint.js';
import { longestHold } from '../../host/support/realms/time-guard.js';
import { serverName, versionComplaint } from '../../host/support/version.js';
import type { StartOptions } from '../messages.js';
import { startInBackground } from './background.js';
import { type HostCommandLine, readCommandLine } from './command-line.js';
import { earlyErrors } from './errors.js';
import { Master } from './master.js';
import { MasterState } from './master-state.js';
import type { ProcessPlan, WorkerTask } from './messages.js';
import type { ProgramDefaults } from './program-defaults.js';
import { signalled } from './signal.js';
import { openCounts } from './spawn.js';
import type { ProgramContext, StartContext } from './start.js';
import { tested } from './test.js';
import { helpText, versionText } from './version-text.js';
import { WorkerProcess } from './worker-process.js';

/** A worker that was started ahead, and its file of counts. */
interface FirstWorker {
  readonly child: ChildProcess;
  readonly counts: number;
}

/**
 * Runs the command line, possibly with a worker that was started already, with nginx's messages. Returns the exit status; for a host that
 * serves, once it has ended.
 */
export async function runProgram(words: readonly string[], start: StartContext, first?: FirstWorker): Promise<number> {
  const { defaults, print = (text: string) => void process.stderr.write(text) } = start;
  const given = readCommandLine(words);
  const complaint = typeof given === 'string' ? given : complaintOf(given, defaults);
  if (typeof given === 'string' || complaint !== undefined) {
    print(`${defaults.name}: ${complaint}\n`);
    return start.usageStatus ?? 1;
  }
  if (given.version) {
    print(given.build ? `${versionText(serverName)}\n` : `nginx version: ${serverName}\n`);
    if (given.help) print(helpText(defaults));
    return 0;
  }
  const options = startOptions(words, given, start);
  const file = given.errorLog ?? defaults.errorLog;
  const errors = earlyErrors({
    name: defaults.name,
    file,
    prefix: options.prefix,
    print,
    isAgain: start.print !== undefined,
  });
  return perform({ ...start, words, given, options, errors }, first);
}

function complaintOf(given: HostCommandLine, defaults: ProgramDefaults): string | undefined {
  const { configuration, srv, rt, runtimeVersion, version } = given;
  if (version) return undefined;
  if (configuration === undefined && defaults.configuration === undefined)
    return 'option "-c FILE" is missing: the configuration file';
  return (
    nameComplaint('srv', srv) ??
    nameComplaint('rt', rt) ??
    (runtimeVersion === undefined ? undefined : versionComplaint(runtimeVersion))
  );
}

function startOptions(words: readonly string[], given: HostCommandLine, start: StartContext): StartOptions {
  const { defaults, print } = start;
  const prefix = given.prefix ?? defaults.prefix;
  const errorLog = given.errorLog ?? defaults.errorLog ?? 'stderr';
  const { globals, runtimeVersion, srv, rt, skipUnsupported } = given;
  return {
    configuration: given.configuration ?? defaults.configuration ?? '',
    prefix,
    errorLog: errorLog === 'stderr' ? errorLog : resolve(prefix, errorLog),
    bindings: bindingsOf({ srv, rt }),
    arguments: [...defaults.command, ...words],
    handlerTimeout: longestHold,
    skipsUnsupported: skipUnsupported === true,
    // In the background, standard error is a log.
    showsScriptErrors: defaults.showsScriptErrors && print === undefined,
    ...(globals === undefined ? {} : { globals }),
    ...(runtimeVersion === undefined ? {} : { runtimeVersion }),
  };
}

async function perform(program: ProgramContext, first: FirstWorker | undefined): Promise<number> {
  const { given, options, errors } = program;
  const task: WorkerTask = given.test ? 'test' : given.signal === undefined ? 'serve' : 'read';
  let onFree: () => void = () => undefined;
  const state = new MasterState(first?.counts ?? openCounts());
  const worker = new WorkerProcess(0, () => onFree(), state, first?.child);
  const answer = await worker.begin(task, options);
  if (answer?.kind !== 'planned') {
    worker.kill();
    const bindings = options.bindings ?? bindingsOf({});
    if (answer === undefined) errors.report('emerg', 'no worker can be started');
    const file = resolve(options.prefix, options.configuration);
    const print = (text: string) => void (given.test && process.stderr.write(`${program.defaults.name}: ${text}\n`));
    if (answer?.kind === 'refused') {
      if (answer.what === 'its files' && !given.quiet) print(`the configuration file ${file} syntax is ok`);
      for (const [at, message] of answer.messages.entries())
        errors.report('emerg', withHint(message, bindings, true), at === 0 ? answer.excerpt : '');
    }
    print(`configuration file ${file} test failed`);
    return 1;
  }
  const { plan } = answer;
  if (task === 'serve') return serve({ ...program, state }, worker, plan, (listener) => (onFree = listener));
  worker.kill();
  await worker.exited;
  return task === 'test' ? tested(program, plan) : signalled(program, plan);
}

async function serve(
  program: ProgramContext & { readonly state: MasterState },
  worker: WorkerProcess,
  plan: ProcessPlan,
  onFree: (listener: () => void) => void,
): Promise<number> {
  const { defaults, options, errors, given, state } = program;
  const isBackground = program.print !== undefined;
  if ((plan.daemon ?? defaults.daemon) && !isBackground) {
    worker.kill();
    return startInBackground(program, plan);
  }
  process.title = `${defaults.name}: master process ${options.arguments?.join(' ')}`;
  const pid = defaults.pid === undefined ? undefined : resolve(options.prefix, defaults.pid);
  const master = new Master({ options, pid, errors, watch: given.watch === true, state }, plan);
  onFree(() => master.passOn());
  obeySignals(master, isBackground);
  if (!(await master.start(worker, plan))) return 1;
  if (defaults.printsAddresses && !isBackground)
    for (const address of master.listening) process.stdout.write(`${defaults.name}: listening on ${address}\n`);
  if (isBackground) process.send?.({ started: true });
  return master.ended;
}

/** Signals that arrive before the start is complete are processed afterwards. */
function obeySignals(master: Master, isBackground: boolean): void {
  const on = (signal: NodeJS.Signals, act: () => void) => process.on(signal, () => void master.started.then(act));
  on('SIGTERM', () => master.end('stop', 'signal 15 (SIGTERM) received, exiting'));
  on('SIGINT', () => master.end('stop', 'signal 2 (SIGINT) received, exiting'));
  on('SIGQUIT', () => master.quit('signal 3 (SIGQUIT) received, shutting down'));
  on('SIGHUP', () => master.reload('signal 1 (SIGHUP) received, reconfiguring'));
  // A terminal sends it whenever its size changes.
  on('SIGWINCH', () =>
    isBackground
      ? master.stopAccepting('signal 28 (SIGWINCH) received, stop accepting connections')
      : master.ignore('signal 28 (SIGWINCH) received'),
  );
  on('SIGUSR1', () => master.reopenLogs('signal 10 (SIGUSR1) received, reopening logs'));
}
