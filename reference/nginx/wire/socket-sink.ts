import type { Socket } from 'node:net';
import type { ByteString } from '../../host/support/byte-string.js';
import type { Sink } from '../../host/support/sink.js';
import type { IdleTimer } from './patience.js';
import type { Wire } from './settings.js';
import type { ResponseHeader } from './sink.js';

/** How a response ended, and what happens to its connection. */
export type ResponseEnd = 'stays open' | 'closes' | 'aborted';

/** Bytes that are collected until the end of a turn, so that they are sent together. */
const mostHeld = 16 * 1024;

/** Sends a response over the connection of its request. */
export class SocketSink implements Sink<ResponseHeader> {
  readonly #socket: Socket;
  readonly #patience: IdleTimer;
  readonly #hasHead: boolean;
  readonly #ended: (ending: ResponseEnd) => void;
  #head: ResponseHeader | undefined;
  #held: (Buffer | ByteString)[] = [];
  #heldBytes = 0;
  /** Parts of a chunk to which more data will be added. */
  #chunk: Buffer[] = [];
  #isHeadHeld = false;
  #isScheduled = false;
  #isOver = false;

  /** HTTP/0.9 has only bodies. `ended` is called once, when the response has ended. */
  constructor(socket: Socket, patience: IdleTimer, hasHead: boolean, ended: (ending: ResponseEnd) => void) {
    this.#socket = socket;
    this.#patience = patience;
    this.#hasHead = hasHead;
    this.#ended = ended;
  }

  /** The settings of the block that answered, once there is a header. */
  get wire(): Wire | undefined {
    return this.#head?.wire;
  }

  header(head: ResponseHeader): void {
    this.#head = head;
    if (!this.#hasHead || head.isLeftOut === true) return;
    // It is sent together with the data after it.
    this.#isHeadHeld = head.isAlone !== true;
    if (this.#isHeadHeld) this.#hold(headText(head));
    else this.#send(headText(head));
  }

  write(part: Buffer, more = false): void {
    if (this.#head?.isChunked !== true) {
      if (part.length > 0) this.#send(part);
      return;
    }
    if (part.length > 0) this.#chunk.push(part);
    if (more || this.#chunk.length === 0) return;
    const size = this.#chunk.reduce((sum, one) => sum + one.length, 0);
    this.#send(Buffer.from(`${size.toString(16)}\r\n`, 'latin1'));
    for (const one of this.#chunk) this.#send(one);
    this.#send(lineEnd);
    this.#chunk = [];
  }

  end(part?: Buffer): void {
    this.write(part ?? nothing);
    if (this.#head?.isChunked === true) this.#send(lastChunk(this.#head.trailers?.() ?? []));
    this.#flush();
    this.#end(this.#head?.keepAlive() === true ? 'stays open' : 'closes');
  }

  abort(): void {
    // A header that was not sent yet is not sent.
    if (this.#isHeadHeld) this.#held = [];
    this.#flush();
    this.#end('aborted');
  }

  /** The connection was closed. */
  close(): void {
    this.#end('aborted');
  }

  ready(): boolean | Promise<boolean> {
    this.#flush();
    const socket = this.#socket;
    if (this.#isOver || !socket.writable) return false;
    if (!socket.writableNeedDrain) return true;
    this.#patience.begin('client', this.#head?.wire.sendTimeout ?? 0);
    return new Promise((resolve) => {
      const settle = () => {
        socket.off('drain', settle).off('close', settle);
        this.#patience.end();
        resolve(socket.writable);
      };
      socket.once('drain', settle).once('close', settle);
    });
  }

  #end(ending: ResponseEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended(ending);
  }

  #send(bytes: Buffer | ByteString): void {
    if (!this.#isScheduled) process.nextTick(() => this.#flush());
    this.#isScheduled = true;
    this.#hold(bytes);
  }

  #hold(bytes: Buffer | ByteString): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > mostHeld) this.#flush();
  }

  #flush(): void {
    this.#isScheduled = false;
    const held = this.#held;
    if (held.length === 0) return;
    const size = this.#heldBytes;
    this.#held = [];
    this.#heldBytes = 0;
    this.#isHeadHeld = false;
    if (!this.#socket.writable) return;
    if (size <= mostHeld && held.length > 1) {
      this.#socket.write(joined(held, size));
      return;
    }
    this.#socket.cork();
    for (const part of held) this.#socket.write(part, 'latin1');
    this.#socket.uncork();
  }
}

const nothing = Buffer.alloc(0);
const lineEnd = Buffer.from('\r\n');
const plainLastChunk = Buffer.from('0\r\n\r\n');

/** That many bytes in one piece. */
function joined(parts: readonly (Buffer | ByteString)[], size: number): Buffer {
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at, 'latin1') : part.copy(whole, at);
  return whole;
}

function headText(head: ResponseHeader): ByteString {
  return `${statusLine(head)}\r\n${fieldLines(head.headers)}\r\n`;
}

function statusLine({ status, reason }: ResponseHeader): ByteString {
  return `HTTP/1.1 ${String(BigInt.asUintN(64, BigInt(status))).padStart(3, '0')}${reason === undefined ? '' : ` ${reason}`}`;
}

/** Bytes of a header as it is sent. */
export function headLength(head: ResponseHeader): number {
  return head.headers.reduce((sum, text) => sum + text.length + 2, statusLine(head).length + 4);
}

function lastChunk(trailers: readonly ByteString[]): Buffer {
  return trailers.length === 0 ? plainLastChunk : Buffer.from(`0\r\n${fieldLines(trailers)}\r\n`, 'latin1');
}

function fieldLines(namesAndValues: readonly ByteString[]): ByteString {
  let lines = '';
  for (let at = 0; at + 1 < namesAndValues.length; at += 2)
    lines += `${namesAndValues[at]}: ${namesAndValues[at + 1]}\r\n`;
  return lines;
}
