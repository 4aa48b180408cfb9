/** Requests and responses as bytes of a connection. The oracle is RFC 9112. */
import { encode } from '../../language/encoding.js';
import type { ObservedResponse } from '../../language/observation.js';
import type { WireRequest } from '../../language/partners.js';

/** The head of a request, with its input in a header. */
export function headOf({ method = 'GET', target, version = '1.1', headers = [], input }: WireRequest): Buffer {
  const told = input === undefined ? [] : [['X-Srvspec-Input', encodeURIComponent(JSON.stringify(encode(input)))]];
  const lines = [['Host', 'a'], ...headers, ...told].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Whether a header says where a body ends. */
export const isFraming = (name: string): boolean => /^(content-length|transfer-encoding)$/i.test(name);

/** A whole request. */
export function bytesOf({ headers = [], body, ...of }: WireRequest): Buffer {
  const isFramed = body === undefined || headers.some(([name]) => isFraming(name));
  const length = isFramed ? [] : [['Content-Length', `${Buffer.from(body).length}`] as const];
  return Buffer.concat([headOf({ ...of, headers: [...headers, ...length] }), Buffer.from(body ?? '')]);
}

/** What was read, and where the rest begins; `undefined` while there is not all of it. */
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

/** The response that bytes begin with, one character each; `isOver` says that none will follow. */
export function taken(text: string, method: string | undefined, isOver: boolean): ParsedResponse {
  const [head, version = '', status = '', reason = '', lines = ''] =
    /^HTTP\/(\d\.\d) (\d+) ?([^\r\n]*)\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const headers = lines
    .split('\r\n')
    .slice(0, -1)
    .map((line): [string, string] => [line.replace(/:.*/, ''), line.replace(/^[^:]*: ?/, '')]);
  const told = (name: string) => headers.find(([other]) => other.toLowerCase() === name)?.[1];
  const whole = (body: string, rest: string): ParsedResponse => {
    const bytes = Buffer.from(body, 'latin1');
    return { response: { version, status: Number(status), reason, headers, body: bytes }, rest };
  };
  const behind = text.slice(head.length);
  if (method === 'HEAD' || /^(1..|204|304)$/.test(status)) return whole('', behind);
  if (told('transfer-encoding') !== undefined) {
    const chunks = chunksOf(behind);
    return chunks && whole(chunks.body, chunks.rest);
  }
  const length = Number(told('content-length') ?? Number.NaN);
  if (Number.isNaN(length)) return isOver ? whole(behind, '') : undefined;
  return behind.length < length ? undefined : whole(behind.slice(0, length), behind.slice(length));
}
