import type { LogLevel } from '../../host/logging/error-log.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { ClientConnection } from '../../host/support/client.js';
import type { Block } from '../../host/support/settings/block.js';
import type { Template } from '../../host/support/settings/template.js';
import type { SharedState } from '../../host/support/shared.js';
import type { EmbeddedVariable } from '../../host/variables/variables.js';

/** A request or a session, as modules see it that serve both. */
export interface ModuleSubject {
  /** The block whose settings hold for it. */
  readonly block: Block;
  /** The client: that of the connection, or whom the connection is said to speak for. */
  client: ClientConnection;
  /** The client's request of a subrequest; any other is its own. */
  readonly main: ModuleSubject;
  readonly variables: {
    readonly evaluate: (template: Template) => ByteString;
    readonly get: (name: string) => ByteString | undefined;
    readonly own: (name: string) => ByteString | undefined;
    readonly within: (template: Template) => (name: string) => ByteString | undefined;
  };
  readonly environment: { readonly shared: SharedState };
  /** What ends with it. */
  readonly cleanups: (() => void)[];
  /** Keeps what a module knows of it, one object of a class. */
  keep(known: object): void;
  /** What was kept of a class. */
  kept<T>(kind: abstract new (...args: never[]) => T): T | undefined;
  /** {@link kept}, made where nothing was. */
  keptOrNew<T extends object>(kind: new () => T): T;
  /** Writes a line of the host about it. */
  logLine(level: LogLevel, message: ByteString): void;
}

/** Variables that requests and sessions have, by lower-case name. */
export type SubjectVariables = Readonly<Record<string, SubjectVariable>>;

export type SubjectVariable = EmbeddedVariable<ModuleSubject>;
