import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody } from './message-body.js';
import type { ResponseHead, Sink } from './sink.js';

/** Sends a response over the connection of its request. Node cuts bodies without a length into chunks. */
export class SocketSink implements Sink<ResponseHead> {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #expectsContinue: boolean;

  /** `expectsContinue`: the client waits for `100 Continue` before it sends a body. */
  constructor(message: IncomingMessage, response: ServerResponse, expectsContinue: boolean) {
    this.#message = message;
    this.#response = response;
    this.#expectsContinue = expectsContinue;
  }

  header({ status, reason, headers, keepAlive }: ResponseHead): void {
    this.#response.shouldKeepAlive = keepAlive;
    this.#response.sendDate = false;
    this.#response.writeHead(status, reason, [...headers]);
  }

  write(part: Buffer): void {
    this.#response.write(part);
  }

  end(part?: Buffer): void {
    if (this.#response.shouldKeepAlive || this.#message.complete || this.#expectsContinue) {
      this.#response.end(part);
      return;
    }
    if (part !== undefined) this.#response.write(part);
    void discardBody(this.#message).then(() => this.#response.end());
  }

  abort(): void {
    this.#response.destroy();
  }
}
