import type { StreamDecision, StreamPart } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { answered, declined } from '../../host/support/phases.js';
import type { ConfigurationModule } from '../../host/support/settings/directive.js';
import type { EmbeddedVariables } from '../../host/variables/variables.js';
import { blockWith, type StreamModule } from '../modules/module.js';
import { contentBy, streamDirectives, streamSettings } from './directives.js';
import { streamVariable } from './embedded.js';

/** The stream server itself, with its modules. */
export interface StreamCore extends ConfigurationModule, StreamPart {
  readonly variables: EmbeddedVariables<StreamSession>;
  /** In the order in which their handlers of one phase run. */
  readonly modules: readonly StreamModule[];
}

/** The directives, variables and phases of a stream server with some modules. */
export function streamWith(modules: readonly StreamModule[]): StreamCore {
  const block = blockWith(modules, streamVariable);
  const only = { contexts: ['main'], arity: [0, 0], opens: 'stream', once: true } as const;
  return {
    name: 'stream',
    directives: [{ name: 'stream', ...only, ...block }, ...streamDirectives],
    variables: block.variables,
    modules,
    phases: [{ phase: 'content', handle: returnText }],
  };
}

/** `return` */
function returnText(session: StreamSession): StreamDecision {
  const template = streamSettings.returnedText.of(session.block);
  if (template === undefined || contentBy.of(session.block) !== 'return') return declined;
  session.doing = 'returning text';
  const bytes = Buffer.from(session.variables.evaluate(template), 'latin1');
  const isSent = bytes.length === 0 || session.output.write('download', { bytes, last: true, flush: false });
  if (!isSent) return { kind: 'refused', status: 500 };
  session.status = 200;
  return answered;
}
