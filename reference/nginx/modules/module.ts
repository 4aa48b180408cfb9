import type { HttpPart } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { StreamPart } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import type { ConfigurationModule, DirectiveRule } from '../../host/support/settings/directive.js';
import type { EmbeddedVariable, EmbeddedVariables } from '../../host/variables/variables.js';

/** What a module adds to the server of a protocol besides its handlers. */
interface ServerModule<Subject> extends ConfigurationModule {
  /** By their lower-case names. */
  readonly variables?: Readonly<Record<string, EmbeddedVariable<Subject>>>;
  /** Checks a whole `http` or `stream` block, given the position of its end. Throws ConfigurationError. */
  readonly check?: NonNullable<DirectiveRule['close']>;
}

/** An optional module of the HTTP server; only the list of modules refers to it. */
export type HttpModule = ServerModule<HttpRequest> & HttpPart;

/** An optional module of the stream server. */
export type StreamModule = ServerModule<StreamSession> & StreamPart;

/** The modules' part of a server's block: their variables, which take precedence over those of the server itself, and their checks. */
export function blockWith<Subject>(modules: readonly ServerModule<Subject>[], own: EmbeddedVariables<Subject>) {
  const added = new Map(modules.flatMap(({ variables = {} }) => Object.entries(variables)));
  const variables: EmbeddedVariables<Subject> = (name) => added.get(name) ?? own(name);
  const close: DirectiveRule['close'] = (block, end) => {
    for (const { check } of modules) check?.(block, end);
  };
  return { variables, close };
}
