import { statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { HttpRequest } from '../../host/http/request.js';
import { type LogFiles, openLog } from '../../host/logging/error-log.js';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import type { Block } from '../../host/support/settings/block.js';
import { codeOf, systemError } from '../../host/support/system-errors.js';
import { documentRoot } from '../static/paths.js';
import { type AccessDestination, accessLogs, type LogFormat } from './directives.js';

/** The line of a request in a format, with its line end. */
export type AccessLine = (request: HttpRequest, format: LogFormat) => Buffer;

/** Milliseconds for which nothing more is told of a file that cannot be written. */
const silence = 60_000;

/** What is added to the lines about that. */
const whenLogging = ' while logging request';

/** Writes the requests that had their responses. */
export class AccessLog {
  readonly #files: LogFiles;
  readonly #line: AccessLine;
  /** When the error log was last told of a file that cannot be written. */
  readonly #told = new Map<string, number>();

  constructor(files: LogFiles, line: AccessLine) {
    this.#files = files;
    this.#line = line;
  }

  /** Opens the files that a block names. Throws FileRefused where that is impossible. */
  open(block: Block): void {
    for (const { path, file, line } of accessLogs.of(block))
      if (typeof path === 'string') openLog(this.#files, { path, file, line });
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
    if (typeof path !== 'string') {
      this.#appendOnce(request, request.variables.evaluate(path), bytes);
      return;
    }
    const failure = this.#files.write(path, bytes);
    const now = Date.now();
    if (failure === undefined || now - (this.#told.get(path) ?? 0) < silence) return;
    this.#told.set(path, now);
    request.logLine('alert', byteStringOf(`${failure}${whenLogging}`));
  }

  /** A file whose name has variables in it, for which the folder of documents must be there. */
  #appendOnce(request: HttpRequest, file: string, bytes: Buffer): void {
    const root = documentRoot(request);
    const failure = rootFailure(root);
    if (failure !== undefined) {
      request.logLine('error', `testing "${root}" existence failed (${failure})${whenLogging}`);
      return;
    }
    const refused = this.#files.writeOnce(file, bytes);
    if (refused !== undefined) request.logLine('crit', byteStringOf(`${refused}${whenLogging}`));
  }
}

/** Why a folder is none. */
function rootFailure(path: ByteString): string | undefined {
  try {
    return statSync(Buffer.from(path, 'latin1')).isDirectory() ? undefined : systemError('ENOTDIR');
  } catch (error) {
    return systemError(error instanceof Error ? codeOf(error) : '');
  }
}

function isMeant(request: HttpRequest, { condition }: AccessDestination): boolean {
  if (condition === undefined) return true;
  const value = request.variables.evaluate(condition);
  return value !== '' && value !== '0';
}
