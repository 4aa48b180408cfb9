import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { TlsFacts } from '../../core/tls-facts.js';
import { type HttpServer, serverFor } from '../servers/servers.js';
import { wireOf } from '../wire/settings.js';
import { greetingOf } from './client-hello.js';
import { tlsOptionsOf } from './options.js';
import { factsOf } from './peer.js';
import { verifyClient } from './settings.js';

/** Takes a connection whose handshake is over, or one whose client does not speak TLS. */
export type Accepted = (socket: Socket, tls: TlsFacts | 'plain') => void;

/** Encrypts the connections of one address, each for the server that its client names. */
export class TlsAcceptor {
  readonly #servers: readonly [HttpServer, ...HttpServer[]];
  /** What speaks for each server; those that refuse to have none. */
  readonly #speakers: ReadonlyMap<HttpServer, Server | undefined>;
  readonly #accepted: Accepted;
  /** Connections that have not said yet how they speak. */
  readonly #pending = new Set<Socket>();
  readonly #patience: number;

  /** Throws ConfigurationError where a server lacks what it needs. */
  constructor(servers: readonly [HttpServer, ...HttpServer[]], accepted: Accepted) {
    this.#servers = servers;
    this.#accepted = accepted;
    this.#patience = wireOf(servers[0].block).timeouts.header;
    this.#speakers = new Map(servers.map((server) => [server, this.#speaker(server)]));
  }

  /** Looks at the first bytes of a connection, and takes it from there. */
  accept(socket: Socket): void {
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
      if (greeting.kind === 'tls') this.#speak(socket, greeting.serverName);
      else this.#accepted(this.#through(socket), 'plain');
    };
    socket.on('error', drop).on('readable', look).once('end', drop);
    socket.once('close', () => clearTimeout(patience));
  }

  /** Drops what is not through yet. */
  close(): void {
    for (const socket of this.#pending) socket.destroy();
  }

  #speak(socket: Socket, serverName: string | undefined): void {
    const speaker = this.#speakers.get(serverFor(this.#servers, serverName ?? ''));
    if (speaker === undefined) socket.destroy();
    else speaker.emit('connection', this.#through(socket));
  }

  /** Nothing holds up a connection that is served. */
  #through(socket: Socket): Socket {
    this.#pending.delete(socket);
    return socket;
  }

  #speaker({ block }: HttpServer): Server | undefined {
    const options = tlsOptionsOf(block);
    if (options === undefined) return undefined;
    const speaker = createServer({
      ...options,
      ALPNProtocols: ['http/1.1', 'http/1.0'],
      requestCert: verifyClient.of(block) !== 'off',
      rejectUnauthorized: false,
      handshakeTimeout: this.#patience,
      allowHalfOpen: true,
    });
    speaker.on('secureConnection', (socket) => this.#accepted(socket, factsOf(socket)));
    speaker.on('tlsClientError', (_, socket) => socket.destroy());
    return speaker;
  }
}
