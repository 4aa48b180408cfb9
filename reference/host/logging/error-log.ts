/**
 * 2/http-request-object-methods/r-error, 2/http-request-object-methods/r-log, 2/http-request-object-methods/r-warn,
 * 2/host-object-operations/p1, 2/limits/logged-line-length, 2/errors/logging-methods-with-long-strings: the error log
 * and its levels.
 */
import { appendFileSync, closeSync, openSync } from 'node:fs';
import type { ByteString } from '../support/byte-string.js';
import { ConfigurationError, type ConfigurationPosition } from '../support/settings/error.js';
import { systemFailure } from '../support/system-errors.js';
import { writeAll } from '../support/write-all.js';

/** Levels of the error log, the gravest first. */
export const logLevels = ['emerg', 'alert', 'crit', 'error', 'warn', 'notice', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Levels are numbered from 1, the gravest. */
export function levelNumber(level: LogLevel): number {
  return logLevels.indexOf(level) + 1;
}

/** Where lines go, and up to which level. */
export interface LogDestination extends ConfigurationPosition {
  readonly path: string | 'stderr';
  readonly level: LogLevel;
}

/** Bytes from and to both sides of a session. */
export interface PassedBytes {
  readonly fromClient: number;
  readonly toClient: number;
  readonly fromUpstream: number;
  readonly toUpstream: number;
}

/** What a line of the host is about, besides a connection. */
export interface LogSubject {
  readonly client: string;
  /** Present where the client sends datagrams. */
  readonly transport?: 'udp' | undefined;
  readonly server: ByteString;
  readonly request?: ByteString;
  /** URL that a request was passed to. */
  readonly upstream?: ByteString | undefined;
  /** URI of the subrequest that the line is about. */
  readonly subrequest?: ByteString | undefined;
  /** Value of the `Host` header. */
  readonly host?: ByteString | undefined;
  /** Value of the `Referer` header. */
  readonly referrer?: ByteString | undefined;
  /** Bytes that a session has passed on so far. */
  readonly passed?: PassedBytes | undefined;
  /** What the host did. */
  readonly doing?: string | undefined;
  /** What the system said: `2: No such file or directory`. */
  readonly failure?: string | undefined;
}

/** One line of an error log. */
export interface ErrorLogLine {
  readonly level: LogLevel;
  readonly message: string | Buffer;
  /** Number of the connection that the line is about. */
  readonly connection: number | undefined;
  readonly about: LogSubject | undefined;
}

/** How a line stands in the file, with its line end. */
export type LogLineFormat = (line: ErrorLogLine) => Buffer;

/** Open log files. Lines are written at once, so that whoever reads the log after a response finds what the request wrote. */
export class LogFiles {
  readonly #descriptors = new Map<string, number>();

  /** The descriptor of a log. Throws when it cannot be opened. */
  open(path: string): number {
    if (path === 'stderr') return 2;
    const descriptor = this.#descriptors.get(path) ?? openSync(path, 'a');
    this.#descriptors.set(path, descriptor);
    return descriptor;
  }

  /** Writes a line; what keeps it from the file is returned, since no log that is full may keep a request from its response. */
  write(path: string, line: Buffer): string | undefined {
    try {
      writeAll(this.open(path), line);
      return undefined;
    } catch (error) {
      return systemFailure('write', `to "${path}"`, error);
    }
  }

  /** Opens all files anew, so that those which were renamed can be taken away; complains of those that it has to keep. */
  reopen(): readonly string[] {
    return [...this.#descriptors].flatMap(([path, old]) => {
      try {
        this.#descriptors.set(path, openSync(path, 'a'));
        closeSync(old);
        return [];
      } catch (error) {
        return [systemFailure('open', `"${path}"`, error)];
      }
    });
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor);
    this.#descriptors.clear();
  }
}

/** Writes a line to a file that is not kept open. Returns why it cannot. */
export function writeOnce(path: string, line: Buffer): string | undefined {
  try {
    appendFileSync(path, line);
    return undefined;
  } catch (error) {
    return systemFailure('open', `"${path}"`, error);
  }
}

/** A configuration that was accepted names a log or a folder that cannot be opened or made; nginx tells no place of it. */
export class LogFileError extends ConfigurationError {}

/** Opens a log that the configuration names. Throws LogFileError where that is impossible. */
export function openLog(files: LogFiles, destination: ConfigurationPosition & { readonly path: string }): void {
  try {
    files.open(destination.path);
  } catch (error) {
    throw new LogFileError(systemFailure('open', `"${destination.path}"`, error), destination);
  }
}

/** The error log of a block. */
export class ErrorLog {
  readonly #files: LogFiles;
  readonly #format: LogLineFormat;
  readonly #destinations: readonly LogDestination[];

  constructor(files: LogFiles, format: LogLineFormat, destinations: readonly LogDestination[]) {
    this.#files = files;
    this.#format = format;
    this.#destinations = destinations;
  }

  /** Opens the files. Throws LogFileError where that is impossible. */
  open(): void {
    for (const destination of this.#destinations) openLog(this.#files, destination);
  }

  /** Writes a line to every destination that takes its level. Bytes go out as they are. */
  write(level: LogLevel, message: string | Buffer, connection?: number, about?: LogSubject): void {
    const line = this.#format({ level, message, connection, about });
    for (const destination of this.#destinations) {
      if (levelNumber(level) <= levelNumber(destination.level)) this.#files.write(destination.path, line);
    }
  }
}
