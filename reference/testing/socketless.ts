import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tape';
import { bufferedBody } from '../host/http/body/source.js';
import type { HttpPart } from '../host/http/phases.js';
import type { Arrival } from '../host/http/request.js';
import { requestTargetOf } from '../host/http/uri.js';
import { ErrorLog, LogFiles } from '../host/logging/error-log.js';
import type { Sink } from '../host/support/sink.js';
import { TemporaryFiles } from '../host/support/temporary-file.js';
import { readConfiguration } from '../nginx/configuration/read.js';
import { HttpService } from '../nginx/http/service.js';
import { http, modules } from '../nginx/modules.js';
import { builtInPages } from '../nginx/pages/pages.js';
import { serversOf } from '../nginx/servers/servers.js';
import { ownState } from '../nginx/surroundings.js';
import type { ResponseHeader } from '../nginx/wire/sink.js';

/** Serves requests of one server without any socket; `ask` resolves with the response. */
export interface Socketless {
  ask(path: string, arrival?: Partial<Arrival>): Promise<BufferSink>;
}

const client: Arrival['client'] = {
  number: 1,
  remoteAddress: '192.0.2.1',
  remotePort: '1024',
  localAddress: '192.0.2.2',
  localPort: '80',
  listening: '192.0.2.2:80',
  since: Date.now(),
  bytesSent: () => 0,
  bytesReceived: () => 0,
};

/** A server whose block has these directives; `parts` are contributions of modules. */
export function socketless(t: Test, directives: string, ...parts: readonly HttpPart[]): Socketless {
  const prefix = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(prefix, { recursive: true, force: true }));
  writeFileSync(join(prefix, 'host.conf'), `events {} http { server { ${directives} } }`);
  const { main } = readConfiguration({ file: 'host.conf', prefix, modules });
  const log = new ErrorLog(new LogFiles(), () => Buffer.alloc(0), []);
  const service = new HttpService({
    http,
    pages: builtInPages('test'),
    serverName: 'test',
    temporaryFiles: new TemporaryFiles({ path: join(prefix, 'bodies'), levels: [] }),
    logAccess: () => undefined,
    shared: ownState(),
    logOf: () => log,
    parts,
  });
  const [server] = main.inner('http').flatMap(serversOf);
  if (server === undefined) throw new Error('no server was read');
  return {
    ask: async (path, arrival) => {
      const sink = new BufferSink();
      const target = requestTargetOf(path);
      if (target === undefined) throw new Error(`"${path}" is no request target`);
      const line = { method: 'GET', writtenTarget: path, target, httpVersion: '1.1', headers: ['Host', 'a'] };
      const rest = { body: bufferedBody(), server, client, requestsOfClient: 1, keepAlive: true };
      await service.serve({ ...line, ...rest, ...arrival }, sink);
      return sink;
    },
  };
}

/** Collects a response in memory. */
export class BufferSink implements Sink<ResponseHeader> {
  readonly #parts: Buffer[] = [];
  head: ResponseHeader | undefined;
  state: 'open' | 'ended' | 'aborted' = 'open';

  get body(): Buffer {
    return Buffer.concat(this.#parts);
  }

  header(head: ResponseHeader): void {
    this.head = head;
  }

  write(part: Buffer): void {
    this.#parts.push(part);
  }

  end(part?: Buffer): void {
    if (part !== undefined) this.#parts.push(part);
    this.state = 'ended';
  }

  abort(): void {
    this.state = 'aborted';
  }
}
