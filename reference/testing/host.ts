import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Test } from 'tape';
import { type HostControl, startHost } from '../nginx/start.js';

/** The files and directives that a test gives a host. */
export interface HostFixture {
  /** Source of the module that is imported as `main`. */
  readonly script?: string;
  /** Further files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Directives of the http block and of its server. */
  readonly http?: string;
  readonly server: string;
  /** Directives of a stream block; its servers listen after the http server. */
  readonly stream?: string;
  /** Version of the runtime, if it is not the newest. */
  readonly runtimeVersion?: string;
  /** Milliseconds for which a handler may block the host. */
  readonly handlerTimeout?: number;
}

export interface HostResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly text: string;
}

/** The longest wait for a line of a log, in milliseconds. */
const LOG_MS = 30_000;

/** A running host under test. */
export class TestHost {
  readonly host: HostControl;
  readonly folder: string;

  constructor(host: HostControl, folder: string) {
    this.host = host;
    this.folder = folder;
  }

  get port(): number {
    const first = this.host.listening.find(({ kind }) => kind === 'tcp');
    return first?.kind === 'tcp' ? first.port : 0;
  }

  /** Sends a request on a connection of its own. `headers` are alternating names and values. */
  ask(
    path: string,
    options: { method?: string; headers?: string[]; body?: string | Buffer } = {},
  ): Promise<HostResponse> {
    const { method = options.body === undefined ? 'GET' : 'POST', headers = [], body } = options;
    const framing = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
    const all = ['Host', `127.0.0.1:${this.port}`, ...framing, ...headers];
    return new Promise((resolve, reject) => {
      const request = httpRequest({ port: this.port, host: '127.0.0.1', path, method, headers: all, agent: false });
      request.once('error', reject);
      request.once('response', async (response) => {
        const { statusCode = 0, headers: named, rawHeaders } = response;
        resolve({ status: statusCode, headers: named, rawHeaders, text: await text(response) });
      });
      request.end(body);
    });
  }

  /** The JSON that a handler answers with. */
  async json(
    path: string,
    options: { method?: string; headers?: string[]; body?: string | Buffer } = {},
  ): Promise<unknown> {
    return JSON.parse((await this.ask(path, options)).text);
  }

  /**
   * Sends bytes unchanged; resolves with all output when the host closes the connection. `ends`: the client half-closes. `rest` follows
   * once the host has sent something, such as 100 Continue.
   */
  raw(bytes: string, ends = false, rest = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true }, () => {
        if (ends) socket.end(bytes, 'latin1');
        else socket.write(bytes, 'latin1');
      });
      if (rest !== '') socket.once('data', () => socket.write(rest, 'latin1'));
      let received = '';
      socket.setEncoding('latin1').on('data', (part) => {
        received += part;
      });
      socket.once('error', reject).once('close', () => resolve(received));
    });
  }

  /** The body of the response to a request whose body, and its framing headers, wait for a go-ahead. */
  async late(path: string, body: string, framing = `Content-Length: ${body.length}`): Promise<string> {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n${framing}\r\n\r\n`;
    const answer = await this.raw(head, false, body);
    return answer.slice(answer.indexOf('\r\n\r\n', answer.indexOf('\r\n\r\n') + 1) + 4);
  }

  /** Connects to the stream server with a number, sends text and ends; resolves with all output when it closes. */
  stream(number: number, sent = ''): Promise<string> {
    const socket = this.connect(number);
    socket.end(sent);
    return text(socket);
  }

  /** Like {@link stream}, but ends after that many bytes have arrived. */
  streamUntil(number: number, sent: string, bytes: number): Promise<string> {
    const socket = this.connect(number);
    let left = bytes;
    socket.on('data', (part) => {
      left -= part.length;
      if (left <= 0) socket.end();
    });
    socket.write(sent);
    return text(socket);
  }

  /** A connection to the stream server with a number. */
  connect(number: number): Socket {
    const address = this.host.listening[number + 1];
    if (address?.kind !== 'tcp') throw new Error(`stream server ${number} does not listen on a port`);
    return connect(address.port, '127.0.0.1');
  }

  /** The lines of the error log, or of a log in the host's folder. */
  log(file = 'error.log'): readonly string[] {
    return readFileSync(join(this.folder, file), 'utf8').split('\n').slice(0, -1);
  }

  /** Waits until a log has a line with some text; resolves with the line, and rejects after a timeout. */
  async logged(text: string, file?: string): Promise<string> {
    for (const end = Date.now() + LOG_MS; ; ) {
      const line = this.log(file).find((one) => one.includes(text));
      if (line !== undefined) return line;
      if (Date.now() > end) throw new Error(`no line with ${text} in:\n${this.log(file).join('\n')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Starts a host in a temporary folder; the test's end stops the host and removes the folder. */
export async function testHost(t: Test, served: HostFixture): Promise<TestHost> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  const files = {
    'host.conf': configurationOf(served),
    'main.js': served.script ?? 'export default {};',
    ...served.files,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const host = await startHost({ configuration: 'host.conf', prefix: folder, ...limitsOf(served) });
  t.teardown(() => host.stop());
  return new TestHost(host, folder);
}

function limitsOf({
  runtimeVersion,
  handlerTimeout,
}: HostFixture): Pick<HostFixture, 'runtimeVersion' | 'handlerTimeout'> {
  return {
    ...(runtimeVersion === undefined ? {} : { runtimeVersion }),
    ...(handlerTimeout === undefined ? {} : { handlerTimeout }),
  };
}

function configurationOf({ http = '', server, stream }: HostFixture): string {
  return `
    error_log error.log info;
    events {}
    http {
      js_import main.js;
      ${http}
      server {
        listen 127.0.0.1:0;
        ${server}
      }
    }
    ${stream === undefined ? '' : `stream { js_import main.js; ${stream} }`}
  `;
}
