/** Requests and responses as bytes of a connection. The oracle is RFC 9112. */
import { encode } from '../../language/encoding.js';
import type { ObservedResponse } from '../../language/observation.js';
import type { Connection, WireRequest } from '../../language/partners.js';
import { headerValues } from './header-lines.js';

/** The head of a request, with its input in a header. */
export function headOf({ method = 'GET', target, version = '1.1', headers = [], input }: WireRequest): Buffer {
  const inputLines =
    input === undefined ? [] : [['X-Srvspec-Input', encodeURIComponent(JSON.stringify(encode(input)))]];
  const lines = [['Host', 'a'], ...headers, ...inputLines].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Whether a header marks the end of a body. */
export const isFraming = (name: string): boolean => /^(content-length|transfer-encoding)$/i.test(name);

/** A whole request. */
export function requestBytes({ headers = [], body, ...of }: WireRequest): Buffer {
  const isFramed = body === undefined || headers.some(([name]) => isFraming(name));
  const length = isFramed ? [] : [['Content-Length', `${Buffer.from(body).length}`] as const];
  return Buffer.concat([headOf({ ...of, headers: [...headers, ...length] }), Buffer.from(body ?? '')]);
}

/** The response, and the start of the remaining text; `undefined` while it is incomplete. */
type ParsedResponse = { readonly response: ObservedResponse; readonly rest: string } | undefined;

function chunksOf(text: string): { readonly body: string; readonly rest: string } | undefined {
  let body = '';
  for (let rest = text; ; ) {
    const [line, digits = ''] = /^([\da-f]+)\r\n/i.exec(rest) ?? [];
    if (line === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (rest.slice(line.length + size, line.length + size + 2) !== '\r\n') return undefined;
    body += rest.slice(line.length, line.length + size);
    rest = rest.slice(line.length + size + 2);
    if (size === 0) return { body, rest };
  }
}

/** The response at the start of bytes, one character each; `isOver` says that no more follow. */
function parseResponse(text: string, method: string | undefined, isOver: boolean): ParsedResponse {
  const [head, version = '', status = '', reason = '', lines = ''] =
    /^HTTP\/(\d\.\d) (\d+) ?([^\r\n]*)\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const headers = lines
    .split('\r\n')
    .slice(0, -1)
    .map((line): [string, string] => [line.replace(/:.*/, ''), line.replace(/^[^:]*: ?/, '')]);
  const whole = (body: string, rest: string): ParsedResponse => {
    const bytes = Buffer.from(body, 'latin1');
    return { response: { version, status: Number(status), reason, headers, body: bytes }, rest };
  };
  const behind = text.slice(head.length);
  if (method === 'HEAD' || /^(1..|204|304)$/.test(status)) return whole('', behind);
  if (headerValues(headers, 'transfer-encoding').length > 0) {
    const chunks = chunksOf(behind);
    return chunks && whole(chunks.body, chunks.rest);
  }
  const length = Number(headerValues(headers, 'content-length')[0] ?? Number.NaN);
  if (Number.isNaN(length)) return isOver ? whole(behind, '') : undefined;
  return behind.length < length ? undefined : whole(behind.slice(0, length), behind.slice(length));
}

/** Whether it says that it is the last of its connection. */
export const saysClose = ({ headers }: ObservedResponse): boolean =>
  headerValues(headers, 'connection').some((value) => /^close$/i.test(value));

/** The responses that arrive on a connection. */
export class ResponseReader {
  readonly connection: Connection;
  /** The bytes that have arrived but belong to no response yet, a character for each byte. */
  left = '';
  /** No further response arrives. */
  isOver = false;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The available responses to requests with these methods. */
  takeAll(methods: readonly (string | undefined)[]): ObservedResponse[] {
    const all: ObservedResponse[] = [];
    for (const method of methods) {
      const next = parseResponse(this.left, method, this.isOver);
      if (next === undefined) break;
      this.left = next.rest;
      all.push(next.response);
    }
    return all;
  }

  /** Waits for the next one; there is none once the connection is over. */
  async next(method?: string): Promise<ObservedResponse | undefined> {
    for (;;) {
      const [response] = this.takeAll([method]);
      if (response !== undefined || this.isOver) return response;
      await this.more();
    }
  }

  /** Waits for bytes. */
  async more(): Promise<void> {
    const piece = await this.connection.next();
    this.left += piece.toString('latin1');
    // Text that is not a response is never followed by one.
    this.isOver ||= piece.length === 0 || !'HTTP/'.startsWith(this.left.slice(0, 5));
  }

  /** Waits until the host ends. */
  async end(): Promise<void> {
    this.left += (await this.connection.rest()).bytes.toString('latin1');
    this.isOver = true;
  }
}
