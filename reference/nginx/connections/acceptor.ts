import type { Socket } from 'node:net';
import { createServer, type SecureContextOptions, type Server } from 'node:tls';
import type { HttpServer } from '../../host/http/server.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { clientOf } from '../../host/support/client.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import type { HttpService } from '../http/service.js';
import { serverFor } from '../servers/servers.js';
import { greetingOf } from '../tls/client-hello.js';
import { type TlsPlan, tlsPlanOf } from '../tls/options.js';
import { greeted, internalError, tlsFactsOf } from '../tls/peer.js';
import { tlsSettings } from '../tls/settings.js';
import { wireOf } from '../wire/settings.js';
import type { ConnectionFacts } from './connection.js';

/** Takes a connection after its handshake, or one whose client does not speak TLS. */
export type AcceptConnection = (socket: Socket, known: Partial<ConnectionFacts>) => void;

/** Computes certificates for a client, and logs failures. */
interface Evaluating {
  readonly service: HttpService;
  readonly nextConnection: () => number;
  /** The address that a connection came to, as the configuration names it. */
  readonly listening: (socket: Socket) => ByteString;
}

type HttpServers = readonly [HttpServer, ...HttpServer[]];

/** The TLS contexts of a server: one for all clients unless the certificate depends on the client, and a function that makes another. */
interface Speaker {
  readonly plan: Exclude<TlsPlan, { readonly kind: 'refuses' }>;
  readonly shared: Server | undefined;
}

/** Encrypts the connections of one address, each for the server that its client names. */
export class TlsAcceptor {
  readonly #servers: HttpServers;
  readonly #evaluating: Evaluating;
  /** The TLS contexts of each server; a server that rejects handshakes has none. */
  readonly #speakers: ReadonlyMap<HttpServer, Speaker | undefined>;
  readonly #accepted: AcceptConnection;
  readonly #pending: Set<Socket>;
  readonly #patience: number;

  /** `pending` are connections whose protocol is not known yet. Throws ConfigurationError if a server lacks a certificate or key. */
  constructor(servers: HttpServers, evaluating: Evaluating, pending: Set<Socket>, accepted: AcceptConnection) {
    this.#servers = servers;
    this.#evaluating = evaluating;
    this.#pending = pending;
    this.#accepted = accepted;
    this.#patience = wireOf(servers[0].block).headerTimeout;
    this.#speakers = new Map(servers.map((server) => [server, this.#speaker(server)]));
  }

  /** Inspects the first bytes of a connection, and handles it from there. */
  accept(socket: Socket, known: Partial<ConnectionFacts>): void {
    this.#pending.add(socket);
    socket.once('close', () => this.#pending.delete(socket));
    const drop = () => socket.destroy();
    const patience = setTimeout(drop, this.#patience);
    let bytes = Buffer.alloc(0);
    const look = () => {
      for (let part: Buffer | null = socket.read(); part !== null; part = socket.read())
        bytes = Buffer.concat([bytes, part]);
      const greeting = greetingOf(bytes);
      if (greeting.kind === 'incomplete') return;
      socket.off('readable', look).off('end', drop);
      clearTimeout(patience);
      socket.unshift(bytes);
      if (greeting.kind === 'tls') this.#speak(socket, greeting.serverName, known);
      else this.#accepted(this.#ignoringErrors(socket), { ...known, tls: 'plain' });
    };
    socket.on('error', drop).on('readable', look).once('end', drop);
    socket.once('close', () => clearTimeout(patience));
  }

  #speak(socket: Socket, serverName: string | undefined, known: Partial<ConnectionFacts>): void {
    const server = serverFor(this.#servers, serverName ?? '');
    const speaker = this.#speakers.get(server);
    if (speaker === undefined) socket.destroy();
    else if (speaker.plan.kind === 'computed') void this.#compute(socket, server, speaker.plan, serverName, known);
    else if (known.proxied === undefined && speaker.shared !== undefined) this.#passTo(socket, speaker.shared);
    else this.#passTo(socket, this.#newSpeaker(server, speaker.plan.options, known));
  }

  /** Computes the certificates for a client. */
  async #compute(
    socket: Socket,
    server: HttpServer,
    { templates, optionsFor }: Extract<TlsPlan, { readonly kind: 'computed' }>,
    serverName: string | undefined,
    { proxied }: Partial<ConnectionFacts>,
  ): Promise<void> {
    const known = { number: this.#evaluating.nextConnection(), proxied };
    const client = clientOf(socket, {
      ...known,
      tls: greeted(serverName),
      listening: this.#evaluating.listening(socket),
    });
    const values = await this.#evaluating.service.evaluate(server, client, templates);
    try {
      this.#passTo(socket, this.#newSpeaker(server, optionsFor(values), known));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const message = `${error.message} while SSL handshaking`;
      this.#evaluating.service.note(server, client, message, client.listening, 'error');
      this.#ignoringErrors(socket).end(internalError);
    }
  }

  #passTo(socket: Socket, speaker: Server): void {
    speaker.emit('connection', this.#ignoringErrors(socket));
  }

  /** The error handler of a served connection: it ignores errors. */
  #ignoringErrors(socket: Socket): Socket {
    this.#pending.delete(socket);
    return socket;
  }

  #speaker(server: HttpServer): Speaker | undefined {
    const plan = tlsPlanOf(server.block);
    if (plan.kind === 'refuses') return undefined;
    return { plan, shared: plan.kind === 'fixed' ? this.#newSpeaker(server, plan.options, {}) : undefined };
  }

  #newSpeaker({ block }: HttpServer, options: SecureContextOptions, known: Partial<ConnectionFacts>): Server {
    const speaker = createServer({
      ...options,
      ALPNProtocols: ['http/1.1', 'http/1.0'],
      requestCert: tlsSettings.verifyClient.of(block) !== 'off',
      rejectUnauthorized: false,
      handshakeTimeout: this.#patience,
      allowHalfOpen: true,
    });
    speaker.on('secureConnection', (socket) => this.#accepted(socket, { ...known, tls: tlsFactsOf(socket) }));
    speaker.on('tlsClientError', (_, socket) => socket.destroy());
    return speaker;
  }
}
