import { PassThrough } from 'node:stream';
import type { ErrorLog } from '../../host/logging/error-log.js';
import { type StreamPart, type StreamPhaseHandler, type StreamPhases, streamPhases } from '../../host/stream/phases.js';
import { type StreamArrival, type StreamEnvironment, StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { filterChain } from '../../host/support/filters.js';
import type { Block } from '../../host/support/settings/block.js';
import type { SharedState } from '../../host/support/shared.js';
import { noClient } from '../core/listener.js';
import { addressText } from '../upstream/address.js';
import { closeWhenSent } from './closing.js';
import type { Entrance } from './entrance.js';
import type { StreamCore } from './module.js';
import { prereadBy } from './preread.js';

interface StreamServiceOptions {
  /** The stream server with its modules. */
  readonly stream: StreamCore;
  readonly logOf: (block: Block) => ErrorLog;
  readonly shared: SharedState;
  /** Contributions of other modules, in order. */
  readonly parts: readonly StreamPart[];
}

/** Serves sessions, wherever their bytes come from. */
export class StreamService {
  readonly #environment: StreamEnvironment;
  readonly #phases: StreamPhases;
  readonly #logging: readonly StreamPhaseHandler[];

  constructor({ stream, logOf, shared, parts }: StreamServiceOptions) {
    const all = [...parts, ...stream.modules, stream];
    const filters = all.flatMap(({ filters = [] }) => filters);
    const outputOf: StreamEnvironment['outputOf'] = (session, writer) => filterChain(session, filters, writer);
    this.#environment = { logOf, shared, variables: stream.variables, outputOf };
    const handlers = all.flatMap(({ phases = [], preread = [] }) => [...phases, ...preread.map(prereadBy)]);
    // A script decides about access before the session has content.
    this.#phases = streamPhases(handlers.filter(({ phase }) => phase !== 'log'));
    this.#logging = handlers.filter(({ phase }) => phase === 'log');
  }

  /** A client has connected to an address. */
  arrive(arrival: StreamArrival, entrance: Entrance): StreamSession {
    const session = new StreamSession(this.#environment, arrival);
    session.keep(entrance);
    const { remoteAddress, remotePort, listening, transport } = session.client;
    const from =
      remotePort === '' ? remoteAddress : addressText({ kind: 'tcp', host: remoteAddress, port: Number(remotePort) });
    session.log('info', `${transport === undefined ? '' : 'udp '}client ${from} connected to ${listening}`);
    return session;
  }

  /** Takes a session through the phases. Never rejects. */
  async serve(session: StreamSession): Promise<void> {
    try {
      await this.#answer(session);
    } catch (error) {
      refuse(session, 500);
      session.logLine(
        'alert',
        byteStringOf(error instanceof Error ? `bug in the host: ${error.stack}` : `bug in the host: ${error}`),
      );
    } finally {
      this.#close(session);
    }
  }

  /** A session without a client: it provides the variables when the host itself calls a script. */
  unsent(server: Block): StreamSession {
    return new StreamSession(this.#environment, { client: noClient(), stream: new PassThrough(), server });
  }

  /** Ends a session that has not reached its phases. */
  end(session: StreamSession, status: number): void {
    session.status = status;
    this.#close(session);
  }

  #close(session: StreamSession): void {
    if (!session.isHandedOver) for (const { handle } of this.#logging) void handle(session);
    for (const cleanup of session.cleanups) cleanup();
  }

  async #answer(session: StreamSession): Promise<void> {
    const outcome = await this.#phases.run(session);
    switch (outcome.kind) {
      case 'answered':
        if (!session.isHandedOver) closeWhenSent(session.arrival.stream);
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
