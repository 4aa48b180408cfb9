import { builtInPorts } from '../../host/script/built-in-ports.js';
import { processPort } from '../../host/script/process-port.js';
import { runtimePort } from '../../host/script/runtime-port.js';
import { withHint } from '../../host/support/realms/hint.js';
import { HostedRealm, reportStrayErrors } from '../../host/support/realms/hosted.js';
import { writeAll } from '../../host/support/write-all.js';
import type { ConsoleLevel } from '../../port/console.js';
import type { RunEnd } from '../../port/outcome.js';
import type { RealmWork } from './work.js';

/** Who is told of what happens in a realm. */
export interface RealmListener {
  readonly print: (level: ConsoleLevel, message: string) => void;
  /** What nobody caught, as it is shown. */
  readonly failed: (message: string) => void;
}

/** Runs what enters the realm; see `HostedRealm`. */
export type Guard = (work: () => RunEnd) => RunEnd;

/** Makes the one realm of a thread, as scripts of a command line find it: no host global is there. */
export function commandLineRealm(work: RealmWork, told: RealmListener, guard?: Guard): HostedRealm {
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
      for (const message of messages) told.print(level, message);
    },
    failed: (failure) =>
      told.failed(shown(failure.kind === 'thrown' ? failure.message : `${failure.handler} not found`, work)),
    left: (what) => {
      if (what.kind === 'rejected') told.failed(shown(`Error: unhandled promise rejection: ${what.message}`, work));
    },
  };
  reportStrayErrors(work.ignoresRejections ? 'none' : 'at once');
  return hosted;
}

/** What is told of something that failed, with a hint where a global has another name. */
export function shown(message: string, { bindings }: Pick<RealmWork, 'bindings'>): string {
  return withHint(message, bindings, false);
}

const descriptors: { readonly [level in ConsoleLevel]: number } = { info: 1, warn: 2, error: 2 };

/** Writes a line of the console. Ends the thread without a word when the reader wants no more, as `head` does. */
export function printLine(level: ConsoleLevel, message: string): void {
  try {
    writeAll(descriptors[level], `${message}\n`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
    process.exit(0);
  }
}
