/** 2/http-request-object/r-status, 2/http-request-object/r-headers-out: the response of a request, and how far it has gone. */
import type { ByteString } from '../support/byte-string.js';
import { HeadersOut } from './headers-out.js';

/** A response header as it was handed to the connection. */
export interface SentHead {
  /** Names and values in turn. */
  readonly headers: readonly ByteString[];
  /** Whether the body is cut into chunks, the last of which ends it. */
  readonly isChunked: boolean;
  /** Bytes of the whole header. */
  readonly size: number;
}

/** The status line of another server's response. */
export interface ReceivedStatus {
  readonly status: number;
  readonly reason: ByteString | undefined;
  /** Whether parts of the body wait for others. */
  readonly isHeld: boolean;
}

const noNames: ReadonlySet<string> = new Set();

/** A response while it is made and sent. */
export class HttpResponse {
  readonly headers = new HeadersOut();
  /** Status of the response; 0 until one is set. */
  status = 0;
  /** Status of the response whatever its maker says: that of the error which an error page stands for. */
  forcedStatus = 0;
  /** What another server answered with, which goes out while the status is the same. */
  receivedStatus: ReceivedStatus | undefined;
  /** The phase whose script handler ran last. */
  scriptPhase: 'access' | 'content' | undefined;
  /** Whether the response is a body alone, as in HTTP/0.9. */
  headless = false;
  /** Headers, in lower case, that the host would add by itself and does not. */
  leftOut: ReadonlySet<string> = noNames;
  /** `WWW-Authenticate` as an upstream sent it. */
  challenges: readonly ByteString[] = [];
  /** Whether the response is sent whatever the client has of it already. */
  unconditional = false;
  /** Whether the header says that the response depends on the encodings that the client accepts. */
  variesByEncoding = false;
  headerSent = false;
  /** The header as it was handed to the connection. */
  sentHead: SentHead | undefined;
  /** Bytes of the body that were handed to the connection. */
  bytesSent = 0;
  finished = false;
  /** Resolves once filters have handed on what they hold of the response. */
  draining: Promise<void> | undefined;
  /** Whether the response was broken off. */
  broken = false;
  /** Whether it was broken off because the server that it came from broke it off, which counts as its end. */
  cutShort = false;
  /** Whether the connection ends with the request before that is through. */
  terminated = false;
  keepAlive: boolean;

  /** `keepAlive` says whether the client allows that the connection stays open. */
  constructor(keepAlive: boolean) {
    this.keepAlive = keepAlive;
  }
}
