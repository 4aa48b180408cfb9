/** 2/limits/body-held-in-memory: which request bodies stay in memory, and which are written to a file. */
import type { TemporaryFile } from '../../support/temporary-file.js';
import { RequestBody } from './body.js';
import type { BodyReceiver } from './source.js';

/** Receives a body: keeps it in memory until its buffer is full, and from then on writes all of it to a file. */
export class ReceivedBody implements BodyReceiver {
  readonly bufferSize: number;
  readonly limit: number;
  readonly #create: () => TemporaryFile;
  #parts: Buffer[] = [];
  #isEmpty = true;
  #file: TemporaryFile | undefined;

  /** `create` makes the file when it is first needed. */
  constructor({ bufferSize, limit }: Pick<BodyReceiver, 'bufferSize' | 'limit'>, create: () => TemporaryFile) {
    this.bufferSize = bufferSize;
    this.limit = limit;
    this.#create = create;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  add(part: Buffer): void {
    this.#isEmpty &&= part.length === 0;
    this.#parts.push(part);
  }

  full(): void {
    if (this.#parts.length > 0) this.#store();
  }

  /** The body is complete; writes it to a file if the configuration requires one. */
  end(mustBeInFile: boolean): RequestBody {
    if (mustBeInFile || this.#file !== undefined) return new RequestBody(this.#store());
    return new RequestBody(Buffer.concat(this.#parts));
  }

  #store(): TemporaryFile {
    this.#file ??= this.#create();
    for (const part of this.#parts) this.#file.append(part);
    this.#parts = [];
    return this.#file;
  }
}
