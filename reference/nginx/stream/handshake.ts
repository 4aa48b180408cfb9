import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createServer, type SecureContextOptions, type TLSSocket } from 'node:tls';
import type { StreamDecision } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import type { Eventual } from '../../host/support/eventual.js';
import { declined } from '../../host/support/phases.js';
import { type Block, blocksWithin } from '../../host/support/settings/block.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { DerivedSetting } from '../../host/support/settings/setting.js';
import type { StreamModule } from '../modules/module.js';
import { helloOf } from '../tls/client-hello.js';
import { checkKeys, type TlsPlan, tlsPlanOf } from '../tls/options.js';
import { greeted, internalError, tlsFactsOf } from '../tls/peer.js';
import { handshakeTimeout, sessionProtocols, tlsSettings } from '../tls/settings.js';
import { tlsVariables } from '../tls/variables.js';
import { refusedCertificate } from '../tls/verify.js';
import { streamSettings } from './directives.js';
import { Entrance, enterServer } from './entrance.js';

const plans = new DerivedSetting<TlsPlan>(tlsPlanOf);

/** Encrypted sessions, with the directives of requests. */
export const streamTlsModule: StreamModule = {
  name: 'stream_ssl',
  directives: [sessionProtocols, handshakeTimeout],
  variables: tlsVariables,
  phases: [{ phase: 'ssl', handle: encrypt }],
  check: (stream) => {
    for (const block of blocksWithin(stream)) {
      checkKeys(block);
      if (streamSettings.listens.of(block).some(({ ssl }) => ssl)) plans.of(block);
    }
  },
};

type ComputedPlan = Extract<TlsPlan, { readonly kind: 'computed' }>;

const failed = { kind: 'refused', status: 500 } as const;

function encrypt(session: StreamSession): Eventual<StreamDecision> {
  if (session.kept(Entrance)?.listen.ssl !== true) return declined;
  session.doing = 'SSL handshaking';
  return handshake(session);
}

async function handshake(session: StreamSession): Promise<StreamDecision> {
  const { stream } = session.arrival;
  const withinMs = handshakeTimeout.of(session.block);
  const timer = setTimeout(() => stream.destroy(), withinMs);
  const began = Date.now();
  try {
    const first = await firstBytes(stream);
    if (first === undefined) return Date.now() - began < withinMs ? refuse(session, closed) : failed;
    const hello = helloOf(first);
    const name = typeof hello === 'string' ? undefined : hello.serverName;
    enterServer(session, name);
    return await secured(session, plans.of(session.block), name);
  } finally {
    clearTimeout(timer);
  }
}

const closed = 'peer closed connection in SSL handshake';

/** The first message of a client, which is put back; `undefined` if the client leaves before. */
function firstBytes(stream: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const settle = (found: Buffer | undefined) => {
      stream.off('readable', look).off('end', leave).off('close', leave);
      if (found !== undefined) stream.unshift(found);
      resolve(found);
    };
    const leave = () => settle(undefined);
    const look = () => {
      for (let part: Buffer | null = stream.read(); part !== null; part = stream.read())
        bytes = Buffer.concat([bytes, part]);
      if (bytes.length > 0 && helloOf(bytes) !== 'incomplete') settle(bytes);
    };
    stream.on('readable', look).on('end', leave).on('close', leave);
    if (stream.destroyed || stream.readableEnded) leave();
  });
}

async function secured(session: StreamSession, plan: TlsPlan, name: string | undefined): Promise<StreamDecision> {
  if (plan.kind === 'refuses') return refuse(session, 'handshake rejected');
  try {
    const tls = await speak(session, plan.kind === 'fixed' ? plan.options : computed(session, plan, name));
    if (tls instanceof Error) return refuse(session, complaintOf(tls));
    const facts = tlsFactsOf(tls);
    session.arrival.stream = tls;
    session.client = { ...session.client, tls: facts };
    const why = refusedCertificate(facts, session.block);
    return why === undefined ? declined : refuse(session, why);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    session.logLine('error', byteStringOf(error.message));
    session.arrival.stream.write(internalError);
    return failed;
  }
}

/** Options whose certificates depend on the client, of whom only the requested name is known. */
function computed(session: StreamSession, plan: ComputedPlan, name: string | undefined): SecureContextOptions {
  const { client } = session;
  session.client = { ...client, tls: greeted(name) };
  const values = plan.templates.map(session.variables.evaluate);
  session.client = client;
  return plan.optionsFor(values);
}

const ticketKeys = new WeakMap<Block, Buffer>();

/** TLS sessions can be resumed with the same server. */
function ticketKeysOf(block: Block): Buffer {
  const known = ticketKeys.get(block) ?? randomBytes(48);
  ticketKeys.set(block, known);
  return known;
}

/** Performs the TLS handshake with the client. */
function speak({ arrival, block }: StreamSession, options: SecureContextOptions): Promise<TLSSocket | Error> {
  const protocols = sessionProtocols.of(block);
  const speaker = createServer({
    ...options,
    ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] }),
    requestCert: tlsSettings.verifyClient.of(block) !== 'off',
    rejectUnauthorized: false,
    ticketKeys: ticketKeysOf(block),
  });
  return new Promise((resolve) => {
    speaker.once('secureConnection', (socket) => {
      // A client that half-closes can still receive data; one that leaves during the handshake has gone.
      socket.allowHalfOpen = true;
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
    speaker.once('tlsClientError', (error) => resolve(error));
    arrival.stream.allowHalfOpen = false;
    speaker.emit('connection', arrival.stream);
  });
}

function complaintOf(error: Error): string {
  const [, code, reason] = /error:([\dA-F]{8}):SSL routines:[^:]*:([^:]*)/.exec(error.message) ?? [];
  return code === undefined ? closed : `SSL_do_handshake() failed (SSL: error:${code}:SSL routines::${reason})`;
}

function refuse(session: StreamSession, complaint: string): StreamDecision {
  session.logLine('info', complaint);
  return failed;
}
