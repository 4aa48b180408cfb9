import type { LogLevel } from '../../host/logging/error-log.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { ClientConnection } from '../../host/support/client.js';
import type { Block } from '../../host/support/settings/block.js';
import type { Template } from '../../host/support/settings/template.js';
import type { SharedState } from '../../host/support/shared.js';
import type { EmbeddedVariable } from '../../host/variables/variables.js';

/** A request or a session, for modules that serve both. */
export interface ModuleSubject {
  /** The block whose settings apply to it. */
  readonly block: Block;
  /** The client of the connection, or the one that a proxy or a header names. */
  client: ClientConnection;
  /** The client's request of a subrequest; otherwise the subject itself. */
  readonly main: ModuleSubject;
  readonly variables: {
    readonly evaluate: (template: Template) => ByteString;
    readonly get: (name: string) => ByteString | undefined;
    readonly own: (name: string) => ByteString | undefined;
    readonly within: (template: Template) => (name: string) => ByteString | undefined;
  };
  readonly environment: { readonly shared: SharedState };
  /** Functions to call when it ends. */
  readonly cleanups: (() => void)[];
  /** Keeps what a module knows about it: one object of each class. */
  keep(known: object): void;
  /** The kept object of a class. */
  kept<T>(kind: abstract new (...args: never[]) => T): T | undefined;
  /** {@link kept}, created if there is none. */
  keptOrNew<T extends object>(kind: new () => T): T;
  /** Writes a log line of the host about it. */
  logLine(level: LogLevel, message: ByteString): void;
}

/** Variables that requests and sessions have, by lower-case name. */
export type SubjectVariables = Readonly<Record<string, SubjectVariable>>;

export type SubjectVariable = EmbeddedVariable<ModuleSubject>;
