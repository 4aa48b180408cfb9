/** The servers that hosts send requests to in scenarios: they answer as their descriptions say. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Upstream, UpstreamAnswer } from './scenario.js';

export interface RunningUpstream {
  /** The number of received requests. */
  readonly asked: number;
  /** The faults of the received requests. */
  readonly complaints: readonly string[];
  close(): void;
}

/** Starts one at the path of a socket. */
export async function startUpstream(upstream: Upstream, path: string): Promise<RunningUpstream> {
  const left = upstream.answers.map((answer) => ({ answer, times: answer.times ?? Number.POSITIVE_INFINITY }));
  let asked = 0;
  const server: Server = createServer((request, response) => {
    asked += 1;
    const found = left.find(({ answer, times }) => times > 0 && fits(answer, request));
    if (found !== undefined) found.times -= 1;
    void give(found?.answer ?? { status: 404, body: 'no answer fits' }, request, response, asked);
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    get asked() {
      return asked;
    },
    complaints: [],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function fits({ method, path }: UpstreamAnswer, { method: asked, url = '' }: IncomingMessage): boolean {
  return (method ?? asked) === asked && (path === undefined || path === url.split('?', 1)[0]);
}

async function give(
  answer: UpstreamAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
): Promise<void> {
  const received = String(await buffer(request));
  if (answer.after !== undefined) await wait(answer.after);
  if (answer.status === 0) {
    request.socket.destroy();
    return;
  }
  const filled = (text: string): string =>
    text.replace(/<(method|target|body|count|header ([\w-]+))>/g, (_, word: string, header: string | undefined) =>
      wordOf(word, header, { request, count, body: received }),
    );
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, filled(value)] as const);
  const body = Buffer.from(filled(answer.body ?? ''));
  response.writeHead(answer.status ?? 200, { ...Object.fromEntries(headers), 'Content-Length': body.length });
  response.end(body);
}

interface UpstreamRequest {
  readonly request: IncomingMessage;
  readonly count: number;
  readonly body: string;
}

function wordOf(word: string, header: string | undefined, { request, count, body }: UpstreamRequest): string {
  if (header !== undefined) return [request.headers[header.toLowerCase()] ?? 'none'].flat().join(', ');
  switch (word) {
    case 'method':
      return request.method ?? '';
    case 'target':
      return request.url ?? '';
    case 'count':
      return String(count);
    default:
      return body;
  }
}
