/** 2/http-request-object/r-status, 2/http-request-object/r-headers-out: the response of a request, and how much of it was sent. */
import type { ByteString } from '../support/byte-string.js';
import { HeadersOut } from './headers-out.js';

/** A response header as it was passed to the connection. */
interface SentHead {
  /** Alternating names and values. */
  readonly headers: readonly ByteString[];
  /** Whether the body is sent in chunks; the last chunk ends it. */
  readonly isChunked: boolean;
  /** The length of the whole header in bytes. */
  readonly size: number;
}

/** The status line of another server's response. */
interface ReceivedStatus {
  readonly status: number;
  readonly reason: ByteString | undefined;
  /** Whether parts of the body wait in a buffer. */
  readonly isHeld: boolean;
}

const noNames: ReadonlySet<string> = new Set();

/** A response while it is made and sent. */
export class HttpResponse {
  readonly headers = new HeadersOut();
  /** Status of the response; 0 until one is set. */
  status = 0;
  /** Status that overrides that of the content: the status of the error that an error page replaces. */
  forcedStatus = 0;
  /** The status line of another server, which is sent while the status is unchanged. */
  receivedStatus: ReceivedStatus | undefined;
  /** The phase whose script handler ran last. */
  scriptPhase: 'access' | 'content' | undefined;
  /** Whether the response is only a body, as in HTTP/0.9. */
  headless = false;
  /** Headers, in lower case, that the host would add by default and omits. */
  leftOut: ReadonlySet<string> = noNames;
  /** `WWW-Authenticate` as an upstream sent it. */
  challenges: readonly ByteString[] = [];
  /** Whether conditions of the client are ignored. */
  unconditional = false;
  /** Whether the header announces that the response depends on the accepted encodings. */
  variesByEncoding = false;
  headerSent = false;
  /** The header as it was passed to the connection. */
  sentHead: SentHead | undefined;
  /** Bytes of the body that were passed to the connection. */
  bytesSent = 0;
  finished = false;
  /** Resolves once the filters have forwarded the parts that they hold. */
  draining: Promise<void> | undefined;
  /** Whether the response was aborted. */
  broken = false;
  /** Whether it was aborted because its upstream server aborted it, which counts as its end. */
  cutShort = false;
  /** Whether the connection ends with the request before the response is complete. */
  terminated = false;
  keepAlive: boolean;

  /** `keepAlive`: whether the client allows that the connection stays open. */
  constructor(keepAlive: boolean) {
    this.keepAlive = keepAlive;
  }
}
