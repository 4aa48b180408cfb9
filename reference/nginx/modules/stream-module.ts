import type { StreamPart } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import type { Block } from '../../host/support/settings/block.js';
import type { ConfigurationModule } from '../../host/support/settings/directive.js';
import type { ConfigurationPosition } from '../../host/support/settings/error.js';
import type { EmbeddedVariable } from '../../host/variables/variables.js';

/** A module that the stream server works without. */
export interface StreamModule extends ConfigurationModule, StreamPart {
  /** By their lower-case names. */
  readonly variables?: Readonly<Record<string, EmbeddedVariable<StreamSession>>>;
  /** Looks at a whole `stream` block, and knows where that ends. Throws ConfigurationError. */
  readonly check?: (stream: Block, end: ConfigurationPosition) => void;
}
