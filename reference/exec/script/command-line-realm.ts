import { builtInPorts } from '../../host/script/built-in-ports.js';
import { processPort } from '../../host/script/process-port.js';
import { runtimePort } from '../../host/script/runtime-port.js';
import { withHint } from '../../host/support/realms/hint.js';
import { HostedRealm, reportStrayErrors } from '../../host/support/realms/hosted.js';
import { writeAll } from '../../host/support/write-all.js';
import type { ConsoleLevel } from '../../port/console.js';
import type { RunEnd } from '../../port/outcome.js';
import type { RealmWork } from './work.js';

/** Receives the output and the uncaught errors of a realm. */
interface RealmListener {
  readonly print: (level: ConsoleLevel, message: string) => void;
  /** Called with the text of an uncaught error. */
  readonly failed: (message: string) => void;
}

/** Runs work that enters the realm; see `HostedRealm`. */
type Guard = (work: () => RunEnd) => RunEnd;

/** Makes the one realm of a thread for scripts of the command line, which have no host global. */
export function commandLineRealm(work: RealmWork, listener: RealmListener, guard?: Guard): HostedRealm {
  const hosted = new HostedRealm(
    {
      bindings: work.bindings,
      runtime: runtimePort(work.runtimeVersion, work.engine),
      process: processPort(work.commandLine, new Map(Object.entries(process.env))),
      ...builtInPorts,
    },
    guard,
  );
  hosted.owner = {
    log: () => ({ ok: true, value: undefined }),
    print: (level, messages) => {
      for (const message of messages) listener.print(level, message);
    },
    failed: (failure) =>
      listener.failed(shown(failure.kind === 'thrown' ? failure.message : `${failure.handler} not found`, work)),
    left: (what) => {
      if (what.kind === 'rejected') listener.failed(shown(`Error: unhandled promise rejection: ${what.message}`, work));
    },
  };
  reportStrayErrors(work.ignoresRejections ? 'none' : 'at once');
  return hosted;
}

/** The message of a failure, with a hint if it names a global that has another name here. */
export function shown(message: string, { bindings }: Pick<RealmWork, 'bindings'>): string {
  return withHint(message, bindings, false);
}

const descriptors: { readonly [level in ConsoleLevel]: number } = { info: 1, warn: 2, error: 2 };

/** Writes a line of the console. Ends the thread silently when the reader has closed the pipe, as `head` does. */
export function printLine(level: ConsoleLevel, message: string): void {
  try {
    writeAll(descriptors[level], `${message}\n`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
    process.exit(0);
  }
}
