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
  /** Looks at a whole `http` or `stream` block, and knows where that ends. Throws ConfigurationError. */
  readonly check?: NonNullable<DirectiveRule['close']>;
}

/** A module that the HTTP server works without: nothing of the host knows it but the list of modules. */
export type HttpModule = ServerModule<HttpRequest> & HttpPart;

/** A module that the stream server works without. */
export type StreamModule = ServerModule<StreamSession> & StreamPart;

/** What the block of a server has by its modules: their variables, which go before those of the server itself, and their checks. */
export function blockWith<Subject>(modules: readonly ServerModule<Subject>[], own: EmbeddedVariables<Subject>) {
  const added = new Map(modules.flatMap(({ variables = {} }) => Object.entries(variables)));
  const variables: EmbeddedVariables<Subject> = (name) => added.get(name) ?? own(name);
  const close: DirectiveRule['close'] = (block, end) => {
    for (const { check } of modules) check?.(block, end);
  };
  return { variables, close };
}
