/** 2/limits/body-held-in-memory: what of a request body stays in memory, and what goes to a file. */
import type { TemporaryFile } from '../../support/temporary-file.js';
import { RequestBody } from './body.js';
import type { BodyReceiver } from './source.js';

/** Keeps a body as it comes: in memory as far as its buffer goes, all of it in a file from there on. */
export class ReceivedBody implements BodyReceiver {
  readonly bufferSize: number;
  readonly limit: number;
  readonly #create: () => TemporaryFile;
  #parts: Buffer[] = [];
  #isEmpty = true;
  #file: TemporaryFile | undefined;

  /** `create` makes the file where one is needed. */
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

  /** All of it has come; it is in a file at the end where it has to be. */
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
