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
import type { Manners } from './manners.js';
import { Master } from './master.js';
import { MasterState } from './master-state.js';
import type { ProcessPlan, WorkerTask } from './messages.js';
import { signalled } from './signal.js';
import { openCounts } from './spawn.js';
import type { ProgramContext, StartContext } from './start.js';
import { tested } from './test.js';
import { helpText, versionText } from './version-text.js';
import { WorkerProcess } from './worker-process.js';

/** A worker that was started ahead, and the file in which it counts. */
interface FirstWorker {
  readonly child: ChildProcess;
  readonly counts: number;
}

/** Does what a command line says, with a first worker where one is started already, in nginx's words; returns the exit status, for a host that serves when it has ended. */
export async function runProgram(words: readonly string[], start: StartContext, first?: FirstWorker): Promise<number> {
  const { manners, print = (text: string) => void process.stderr.write(text) } = start;
  const given = readCommandLine(words);
  const complaint = typeof given === 'string' ? given : complaintOf(given, manners);
  if (typeof given === 'string' || complaint !== undefined) {
    print(`${manners.name}: ${complaint}\n`);
    return start.usageStatus ?? 1;
  }
  if (given.version) {
    print(given.build ? `${versionText(serverName)}\n` : `nginx version: ${serverName}\n`);
    if (given.help) print(helpText(manners));
    return 0;
  }
  const options = startOptions(words, given, start);
  const file = given.errorLog ?? manners.errorLog;
  const errors = earlyErrors({
    name: manners.name,
    file,
    prefix: options.prefix,
    print,
    isAgain: start.print !== undefined,
  });
  return perform({ ...start, words, given, options, errors }, first);
}

function complaintOf(given: HostCommandLine, manners: Manners): string | undefined {
  const { configuration, srv, rt, runtimeVersion, version } = given;
  if (version) return undefined;
  if (configuration === undefined && manners.configuration === undefined)
    return 'option "-c FILE" is missing: the configuration file';
  return (
    nameComplaint('srv', srv) ??
    nameComplaint('rt', rt) ??
    (runtimeVersion === undefined ? undefined : versionComplaint(runtimeVersion))
  );
}

function startOptions(words: readonly string[], given: HostCommandLine, start: StartContext): StartOptions {
  const { manners, print } = start;
  const prefix = given.prefix ?? manners.prefix;
  const errorLog = given.errorLog ?? manners.errorLog ?? 'stderr';
  const { globals, runtimeVersion, srv, rt, skipUnsupported } = given;
  return {
    configuration: given.configuration ?? manners.configuration ?? '',
    prefix,
    errorLog: errorLog === 'stderr' ? errorLog : resolve(prefix, errorLog),
    bindings: bindingsOf({ srv, rt }),
    arguments: [...manners.command, ...words],
    handlerTimeout: longestHold,
    skipsUnsupported: skipUnsupported === true,
    // In the background the standard error is a log.
    showsScriptErrors: manners.showsScriptErrors && print === undefined,
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
    if (answer === undefined) errors.tell('emerg', 'no worker can be started');
    const file = resolve(options.prefix, options.configuration);
    const tell = (text: string) => void (given.test && process.stderr.write(`${program.manners.name}: ${text}\n`));
    if (answer?.kind === 'refused') {
      if (answer.what === 'its files' && !given.quiet) tell(`the configuration file ${file} syntax is ok`);
      for (const [at, message] of answer.messages.entries())
        errors.tell('emerg', withHint(message, bindings, true), at === 0 ? answer.excerpt : '');
    }
    tell(`configuration file ${file} test failed`);
    return 1;
  }
  const { plan } = answer;
  if (task === 'serve') return serve({ ...program, state }, worker, plan, (told) => (onFree = told));
  worker.kill();
  await worker.exited;
  return task === 'test' ? tested(program, plan) : signalled(program, plan);
}

async function serve(
  program: ProgramContext & { readonly state: MasterState },
  worker: WorkerProcess,
  plan: ProcessPlan,
  onFree: (told: () => void) => void,
): Promise<number> {
  const { manners, options, errors, given, state } = program;
  const isBackground = program.print !== undefined;
  if ((plan.daemon ?? manners.daemon) && !isBackground) {
    worker.kill();
    return startInBackground(program, plan);
  }
  process.title = `${manners.name}: master process ${options.arguments?.join(' ')}`;
  const pid = manners.pid === undefined ? undefined : resolve(options.prefix, manners.pid);
  const master = new Master({ options, pid, errors, watch: given.watch === true, state }, plan);
  onFree(() => master.handOver());
  obeySignals(master, isBackground);
  if (!(await master.start(worker, plan))) return 1;
  if (manners.tellsAddresses && !isBackground)
    for (const address of master.listening) process.stdout.write(`${manners.name}: listening on ${address}\n`);
  if (isBackground) process.send?.({ started: true });
  return master.ended;
}

/** What is told before the start is through is done then. */
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
