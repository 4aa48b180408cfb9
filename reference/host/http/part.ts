import type { Eventual } from '../support/eventual.js';
import type { OutputFilter } from './filters.js';
import type { HttpPhaseHandler } from './phases.js';
import type { HttpRequest } from './request.js';

/** What a module of the host contributes to the HTTP server. */
export interface HttpPart {
  /** What it does with requests. Handlers of one phase run in the order of the modules. */
  readonly phases: readonly HttpPhaseHandler[];
  /** What it does with responses, first come first. */
  readonly filters: readonly OutputFilter[];
  /** Called when a request has come into another block, or is about to be refused there. */
  readonly entered?: (request: HttpRequest) => Eventual<void>;
}
