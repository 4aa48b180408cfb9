import type { ErrorLog } from '../../host/logging/error-log.js';
import { phasesOf, type StreamPart, type StreamPhases } from '../../host/stream/phases.js';
import { type StreamArrival, type StreamEnvironment, StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import type { Block } from '../../host/support/settings/block.js';
import type { SharedState } from '../../host/support/shared.js';
import { closeWhenSent } from './content.js';
import type { StreamCore } from './module.js';

export interface StreamServiceOptions {
  /** The stream server with its modules. */
  readonly stream: StreamCore;
  readonly logOf: (block: Block) => ErrorLog;
  readonly shared: SharedState;
  /** What other modules contribute, in their order. */
  readonly parts: readonly StreamPart[];
}

/** Serves sessions, wherever their bytes come from. */
export class StreamService {
  readonly #environment: StreamEnvironment;
  readonly #phases: StreamPhases;

  constructor({ stream, logOf, shared, parts }: StreamServiceOptions) {
    this.#environment = { logOf, shared, variables: stream.variables };
    // A script decides about access before the session has content.
    this.#phases = phasesOf([...parts, ...stream.modules, stream].flatMap(({ phases }) => phases));
  }

  /** Takes a session through the phases. Never rejects. */
  async serve(arrival: StreamArrival): Promise<void> {
    const session = new StreamSession(this.#environment, arrival);
    try {
      await this.#answer(session);
    } catch (error) {
      refuse(session, 500);
      session.logLine(
        'alert',
        byteStringOf(error instanceof Error ? `bug in the host: ${error.stack}` : `bug in the host: ${error}`),
      );
    } finally {
      for (const cleanup of session.cleanups) cleanup();
    }
  }

  async #answer(session: StreamSession): Promise<void> {
    const outcome = await this.#phases.run(session);
    switch (outcome.kind) {
      case 'answered':
        return;
      case 'refused':
        return refuse(session, outcome.status);
      case 'through':
      case 'redirected':
        return refuse(session, 500);
      default:
        outcome satisfies never;
    }
  }
}

/** Closes a session without sending anything. */
function refuse(session: StreamSession, status: number): void {
  session.status = status;
  closeWhenSent(session.arrival.stream);
}
