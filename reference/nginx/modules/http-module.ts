import type { HttpPart } from '../../host/http/phases.js';
import type { HttpVariable } from '../../host/http/request.js';
import type { Block } from '../../host/support/settings/block.js';
import type { ConfigurationModule } from '../../host/support/settings/directive.js';
import type { ConfigurationPosition } from '../../host/support/settings/error.js';

/** A module that the HTTP server works without: nothing of the host knows it but the list of modules. */
export interface HttpModule extends ConfigurationModule, HttpPart {
  /** By their lower-case names. */
  readonly variables?: Readonly<Record<string, HttpVariable>>;
  /** Looks at a whole `http` block, and knows where that ends. Throws ConfigurationError. */
  readonly check?: (http: Block, end: ConfigurationPosition) => void;
}
