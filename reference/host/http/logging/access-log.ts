import { gzipSync } from 'node:zlib';
import { byteStringOf } from '../../byte-string.js';
import type { Block } from '../../configuration/block.js';
import { type LogFiles, openLog } from '../../core/error-log.js';
import type { HttpRequest } from '../request.js';
import { type AccessDestination, accessLogs, type LogFormat } from './directives.js';

/** The line of a request in a format, with its line end. */
export type AccessLine = (request: HttpRequest, format: LogFormat) => Buffer;

/** Writes the requests that had their responses. */
export class AccessLog {
  readonly #files: LogFiles;
  readonly #line: AccessLine;
  /** Files whose failure the error log knows already. */
  #failing = new Set<string>();

  constructor(files: LogFiles, line: AccessLine) {
    this.#files = files;
    this.#line = line;
  }

  /** Opens the files that a block names. Throws ConfigurationError where that is impossible. */
  open(block: Block): void {
    for (const { path, file, line } of accessLogs.of(block))
      if (typeof path === 'string') openLog(this.#files, { path, file, line });
  }

  /** Failures are told anew. */
  reopened(): void {
    this.#failing = new Set();
  }

  write(request: HttpRequest): void {
    for (const destination of accessLogs.of(request.block)) {
      if (!isMeant(request, destination)) continue;
      const { gzip, format } = destination;
      const line = this.#line(request, format);
      // Compressed members in a row are one compressed file.
      const bytes = gzip === undefined ? line : gzipSync(line, { level: gzip });
      this.#append(request, destination, bytes);
    }
  }

  #append(request: HttpRequest, { path }: AccessDestination, bytes: Buffer): void {
    const file = typeof path === 'string' ? path : request.variables.evaluate(path);
    const failure = typeof path === 'string' ? this.#files.write(file, bytes) : this.#files.writeOnce(file, bytes);
    if (failure === undefined || this.#failing.has(file)) return;
    this.#failing.add(file);
    request.logLine('alert', byteStringOf(failure));
  }
}

function isMeant(request: HttpRequest, { condition }: AccessDestination): boolean {
  if (condition === undefined) return true;
  const value = request.variables.evaluate(condition);
  return value !== '' && value !== '0';
}
