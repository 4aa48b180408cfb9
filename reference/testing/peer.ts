import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** Answers the requests of one connection; `count` starts from 1 for each connection. */
export type PeerAnswer = (socket: Socket, request: string, count: number) => void;

/** A server on the loopback interface that sends exactly what a test wants. */
export class TestPeer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Requests as received, heads and bodies. */
  readonly requests: string[] = [];
  /** All received bytes. */
  received = '';
  /** Connections so far. */
  connections = 0;

  private constructor(answer: PeerAnswer) {
    this.#server = createServer((socket) => this.#serve(socket, answer));
  }

  /** Listens on a port, or on a unix socket. */
  static async listen(answer: PeerAnswer | string, path?: string): Promise<TestPeer> {
    const peer = new TestPeer(typeof answer === 'string' ? (socket) => socket.end(answer, 'latin1') : answer);
    if (path === undefined) peer.#server.listen(0, '127.0.0.1');
    else peer.#server.listen(path);
    await once(peer.#server, 'listening');
    return peer;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The number of open connections. */
  get open(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket, answer: PeerAnswer): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let [text, count] = ['', 0];
    socket.on('error', () => socket.destroy()).once('close', () => this.#sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
      this.received += part;
      for (let end = sizeOf(text); end <= text.length; end = sizeOf(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        count += 1;
        this.requests.push(request);
        answer(socket, request, count);
      }
    });
  }
}

/** Characters of the first request; infinite while its head is not complete. */
function sizeOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return Number.POSITIVE_INFINITY;
  return head + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
}
