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

/** Levels of the error log, the most severe first. */
export const logLevels = ['emerg', 'alert', 'crit', 'error', 'warn', 'notice', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Levels are numbered from 1, the most severe. */
export function levelNumber(level: LogLevel): number {
  return logLevels.indexOf(level) + 1;
}

/** A log and its level. */
export interface LogDestination extends ConfigurationPosition {
  readonly path: string | 'stderr';
  readonly level: LogLevel;
}

/** Bytes received and sent on both sides of a session. */
export interface PassedBytes {
  readonly fromClient: number;
  readonly toClient: number;
  readonly fromUpstream: number;
  readonly toUpstream: number;
}

/** What a line of the host is about, besides a connection. */
export interface LogSubject {
  readonly client: string;
  /** Present if the client sends datagrams. */
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
  /** Bytes that a session has forwarded so far. */
  readonly passed?: PassedBytes | undefined;
  /** What the host was doing. */
  readonly doing?: string | undefined;
  /** The system's error: `2: No such file or directory`. */
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

/** Formats a line, including its line end. */
type LogLineFormat = (line: ErrorLogLine) => Buffer;

/** Open log files. Lines are written immediately, so that a log that is read after a response contains the request's lines. */
export class LogFiles {
  readonly #descriptors = new Map<string, number>();

  /** The descriptor of a log. Throws if it cannot be opened. */
  open(path: string): number {
    if (path === 'stderr') return 2;
    const descriptor = this.#descriptors.get(path) ?? openSync(path, 'a');
    this.#descriptors.set(path, descriptor);
    return descriptor;
  }

  /** Writes a line. A failure is returned instead of thrown, since a full disk must not keep a request from its response. */
  write(path: string, line: Buffer): string | undefined {
    try {
      writeAll(this.open(path), line);
      return undefined;
    } catch (error) {
      return systemFailure('write', `to "${path}"`, error);
    }
  }

  /** Reopens all files, so that renamed ones can be removed; returns complaints about those that it has to keep. */
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

/** Writes a line to a file that is not kept open. Returns the failure. */
export function writeOnce(path: string, line: Buffer): string | undefined {
  try {
    appendFileSync(path, line);
    return undefined;
  } catch (error) {
    return systemFailure('open', `"${path}"`, error);
  }
}

/** A valid configuration names a log or a folder that cannot be opened or created; nginx reports it without a line. */
export class LogFileError extends ConfigurationError {}

/** Opens a log that the configuration names. Throws LogFileError if that fails. */
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

  /** Opens the files. Throws LogFileError if that fails. */
  open(): void {
    for (const destination of this.#destinations) openLog(this.#files, destination);
  }

  /** Writes a line to every destination that accepts its level. Bytes are written unchanged. */
  write(level: LogLevel, message: string | Buffer, connection?: number, about?: LogSubject): void {
    const line = this.#format({ level, message, connection, about });
    for (const destination of this.#destinations) {
      if (levelNumber(level) <= levelNumber(destination.level)) this.#files.write(destination.path, line);
    }
  }
}
