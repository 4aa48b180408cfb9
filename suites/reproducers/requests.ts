/** Requests as command lines of curl or, if curl cannot express them, as bytes in a file. */
import type { WireRequest } from '../language/partners.js';
import { requestParts } from '../targets/support/host/http.js';
import { shellWord } from '../targets/support/shell-word.js';
import { encodeRequest } from '../wire/wire.js';
import { PORT } from './configuration.js';

export interface RequestCommand {
  /** Arguments of curl after the options of every request; absent for a request that is sent as bytes. */
  readonly curl?: readonly string[];
  readonly files: { readonly [name: string]: Uint8Array };
  readonly method: string;
}

/** A request without the input of its handler. `number` names its files. */
export function requestCommand(request: WireRequest, number: number, silent: boolean): RequestCommand {
  const { method = 'GET', target, version, headers = [], body } = request;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  if (!isPlain(request)) return { files: { [`request-${number}.bin`]: wireBytes(request) }, method };
  const bodyFile = `body-${number}.bin`;
  const given = (name: string): boolean => headers.some(([other]) => other.toLowerCase() === name);
  const own = silent
    ? ['User-Agent', 'Accept'].filter((name) => !given(name.toLowerCase())).flatMap((name) => ['-H', `${name}:`])
    : [];
  const typed = bytes !== undefined && !given('content-type') ? ['-H', 'Content-Type:'] : [];
  return {
    method,
    files: bytes === undefined ? {} : { [bodyFile]: bytes },
    curl: [
      ...(method === 'HEAD' ? ['--head'] : method === (bytes === undefined ? 'GET' : 'POST') ? [] : ['-X', method]),
      ...(version === '1.0' ? ['--http1.0'] : []),
      ...own,
      ...typed,
      ...headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(bytes === undefined || bytes.length <= MOST_UNASKED ? [] : ['-H', 'Expect:']),
      ...(bytes === undefined ? [] : ['--data-binary', `@${bodyFile}`]),
      `http://127.0.0.1:${PORT}${target}`,
    ],
  };
}

/** For longer bodies curl waits for 100 Continue, so there are two responses. */
const MOST_UNASKED = 1024;

/** Bytes of the longest body among them. */
export const longestBody = (requests: readonly WireRequest[]): number =>
  Math.max(0, ...requests.map(({ body = '' }) => Buffer.from(body).length));

/** Headers that curl sends in its own way. */
const OWN = /^(host|content-length|transfer-encoding|connection|expect)$/i;

/** Whether curl sends it unchanged, and its shell words are printable ASCII. */
function isPlain({ method = 'GET', target, headers = [], body }: WireRequest): boolean {
  const printable = headers.every(
    ([name, value]) => /^[\w-]+$/.test(name) && !OWN.test(name) && /^[!-~]([ -~]*[!-~])?$/.test(value),
  );
  const isTarget = /^\/[\w\-.~!$&'()*+,;=:@/?%]*$/.test(target) && target.length < 100_000;
  return printable && isTarget && /^[A-Z]+$/.test(method) && !(method === 'HEAD' && body !== undefined);
}

/** In the suite's wire format. */
export const wireBytes = (request: WireRequest): Buffer =>
  Buffer.from(encodeRequest(requestParts(request, `127.0.0.1:${PORT}`)));

/** One line of shell; in a script it has `$PORT` in place of the port. */
export function curlLine(words: readonly string[], inScript: boolean): string {
  const own = inScript ? ['-q', '--noproxy', "'*'"] : [];
  const quoted = words
    .map(shellWord)
    .map((word) =>
      inScript && word.includes(`127.0.0.1:${PORT}`)
        ? word.replace(`127.0.0.1:${PORT}`, word.startsWith("'") ? `127.0.0.1:'"$PORT"'` : '127.0.0.1:"$PORT"')
        : word,
    );
  return ['curl', ...own, '-s', '-g', '--path-as-is', ...quoted].join(' ');
}
