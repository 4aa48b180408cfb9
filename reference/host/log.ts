import { closeSync, openSync } from 'node:fs';
import { type LogDestination, type LogLevel, logLevels } from './configuration/configuration.js';
import { ConfigurationError } from './configuration/error.js';
import { writeAll } from './write-all.js';

/**
 * Open log files. Lines are written at once, so that whoever reads the log after an answer finds what the request wrote.
 */
export class LogFiles {
  readonly #descriptors = new Map<string, number>();

  /** The descriptor of a log. Throws when it cannot be opened. */
  open(path: string): number {
    if (path === 'stderr') return 2;
    const descriptor = this.#descriptors.get(path) ?? openSync(path, 'a');
    this.#descriptors.set(path, descriptor);
    return descriptor;
  }

  write(path: string, line: Buffer): void {
    writeAll(this.open(path), line);
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor);
    this.#descriptors.clear();
  }
}

/** Writes the error log in the real hosts' line form. */
export class ErrorLog {
  readonly #files: LogFiles;
  readonly #destinations: readonly LogDestination[];

  constructor(files: LogFiles, destinations: readonly LogDestination[]) {
    this.#files = files;
    this.#destinations = destinations;
  }

  /** Opens the files. Throws ConfigurationError where that is impossible. */
  open(): void {
    for (const destination of this.#destinations) {
      try {
        this.#files.open(destination.path);
      } catch (error) {
        throw new ConfigurationError(error instanceof Error ? error.message : String(error), destination);
      }
    }
  }

  /** `connection` is the number of the connection the line is about; `message` goes out as octets. */
  write(level: LogLevel, message: string | Buffer, connection?: number): void {
    const about = connection === undefined ? '' : `*${connection} `;
    const head = `${timestamp(new Date())} [${level}] ${process.pid}#${process.pid}: ${about}`;
    const line = Buffer.concat([Buffer.from(head), Buffer.from(message), Buffer.from('\n')]);
    for (const destination of this.#destinations) {
      if (logLevels.indexOf(level) <= logLevels.indexOf(destination.level)) this.#files.write(destination.path, line);
    }
  }
}

function timestamp(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
