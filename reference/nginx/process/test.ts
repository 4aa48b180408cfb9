import { ConfigurationError, withPlace } from '../../host/support/settings/error.js';
import { ListenFailed, MasterSockets } from './listening.js';
import type { ProcessPlan } from './messages.js';
import type { ProgramContext } from './start.js';
import { zonesOf } from './zone-store.js';

/** Reports the result of `-t` for a configuration whose logs are open and scripts are linked; returns the exit status. */
export async function tested({ given, errors, defaults }: ProgramContext, plan: ProcessPlan): Promise<number> {
  const print = (text: string) => void process.stderr.write(`${defaults.name}: ${text}\n`);
  for (const { level, message } of plan.notes) if (level === 'warn' || !given.quiet) errors.report(level, message);
  if (!given.quiet) print(`the configuration file ${plan.file} syntax is ok`);
  const complaint = stateComplaint(plan) ?? (await listeningComplaint(plan));
  if (complaint !== undefined) {
    errors.report('emerg', complaint);
    print(`configuration file ${plan.file} test failed`);
    return 1;
  }
  if (!given.quiet) print(`configuration file ${plan.file} test is successful`);
  if (given.dump)
    for (const [path, text] of plan.dump ?? []) process.stdout.write(`# configuration file ${path}:\n${text}\n`);
  return 0;
}

function stateComplaint({ zones }: ProcessPlan): string | undefined {
  try {
    zonesOf(zones, new Map(), () => undefined);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return withPlace(error.message, error);
  }
}

/** An address in use may be that of the running host. */
async function listeningComplaint({ addresses }: ProcessPlan): Promise<string | undefined> {
  const sockets = new MasterSockets(({ socket }) => socket.destroy());
  try {
    for (const address of addresses) {
      await sockets.open([address]);
      sockets.closeAllBut([]);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ListenFailed)) throw error;
    return error.isTaken ? undefined : error.message;
  }
}
