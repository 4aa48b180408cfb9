/** One operation of a client under test, in a folder and with a service of its own. */
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import type { ClientRun, ClientUnderTest, Operation } from '../../language/client-under-test.js';
import type { Account } from '../../language/endpoint.js';
import { AttentiveTimer } from '../../wire/attention.js';
import { onThisMachine } from '../support/environment.js';
import { jsonOf } from '../support/json.js';
import { scratchFolder } from '../support/scratch.js';
import { Spellings } from '../support/secrets/spellings.js';
import type { ClientEnd, Launch, LaunchedClient } from './launch.js';
import { holdsInFiles, leaksIn } from './leaks.js';
import { RecordingService } from './recording-service.js';
import { addSecrets } from './secrets.js';

interface ClientRunOptions {
  readonly operation: Operation;
  readonly answer: Parameters<ClientUnderTest['run']>[1];
  readonly account: Account;
  /** Secrets of the run, and texts that differ from run to run, are added with their replacements in reports. */
  readonly redactions: Spellings<string>;
  readonly launch: Launch;
  /** Milliseconds, as `AttentiveTimer` counts them. */
  readonly deadlineMs: number;
  readonly stopped: AbortSignal;
}

/** Milliseconds after the deadline of a client, after which its program is killed. */
const GRACE_MS = 1_500;

export async function runClient(options: ClientRunOptions): Promise<ClientRun> {
  const { operation, answer, account, redactions, launch, deadlineMs, stopped } = options;
  const secrets = new Spellings<string>();
  for (const spellings of [secrets, redactions]) addSecrets(spellings, account);
  const folder = await realpath(await scratchFolder());
  let launched: LaunchedClient | undefined;
  let onCommandLine = false;
  const arrived = () => {
    onCommandLine ||= secrets.isAnyIn(launched?.commandLines?.() ?? '');
  };
  const service = new RecordingService(answer, arrived);
  await service.open();
  const authority = new URL(service.baseUrl).host;
  redactions.add('[folder]', folder);
  redactions.add('[service]', authority);
  const late = new AbortController();
  const signal = AbortSignal.any([late.signal, stopped]);
  const starved = (): number => launched?.starved?.() ?? 0;
  const deadline = new AttentiveTimer(deadlineMs, () => late.abort(), starved);
  try {
    const env = environmentOf(service.baseUrl, account, folder);
    launched = await launch({ args: argumentsOf(operation), env, folder, signal });
    const end = await endOf(launched, signal);
    const timedOut = late.signal.aborted;
    const { requests, elsewhere } = service;
    const inFiles = await holdsInFiles(folder, secrets);
    const leaks = leaksIn({ ...end, requests, elsewhere }, secrets, { onCommandLine, inFiles });
    const output = { flooded: end.flooded === true, output: jsonOf(end.stdout) };
    return { ...end, ...output, timedOut, requests, elsewhere, leaks, authority };
  } finally {
    deadline.cancel();
    await Promise.allSettled([rm(folder, { recursive: true, force: true, maxRetries: 5 })]);
    await service.close();
  }
}

/** How the client ended. A client that was killed has no status, even if it handles the signal. */
async function endOf({ ended }: LaunchedClient, signal: AbortSignal): Promise<ClientEnd> {
  const late = async (): Promise<ClientEnd> => {
    if (!signal.aborted) await once(signal, 'abort');
    await after(GRACE_MS, undefined, { ref: false });
    return { status: undefined, stdout: '', stderr: '' };
  };
  const end = await Promise.race([ended, late()]);
  return signal.aborted ? { ...end, status: undefined } : end;
}

/** The arguments after the client's command. */
function argumentsOf(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'list-servers':
      return ['servers', 'list'];
    case 'create-server':
      return ['servers', 'create', operation.name];
    case 'list-apps':
      return ['apps', 'list'];
    case 'create-app': {
      const { name, sysuserid, runtime, domains } = operation.app;
      const named = ['--name', name, '--sysuserid', sysuserid, '--runtime', runtime];
      return ['apps', 'create', ...named, ...domains.flatMap((domain) => ['--domain', domain])];
    }
    case 'get-action':
      return ['actions', 'get', operation.actionid];
    case 'wait-for-action':
      return ['actions', 'wait', operation.actionid];
  }
}

/** The user's environment, without variables that would lead the client out of the folder or off this machine, or slow its start. */
const INHERITED = Object.fromEntries(
  Object.entries(onThisMachine()).filter(([name]) => !/^XDG_|^(https?|all|no)_proxy$/i.test(name)),
);

function environmentOf(baseUrl: string, { clientId, apiKey }: Account, folder: string): NodeJS.ProcessEnv {
  return {
    ...INHERITED,
    HOME: folder,
    TMPDIR: folder,
    SRVSPEC_BASE_URL: baseUrl,
    SRVSPEC_CLIENT_ID: clientId,
    SRVSPEC_API_KEY: apiKey,
  };
}
