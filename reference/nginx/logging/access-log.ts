import { statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type LogFiles, openLog, writeOnce } from '../../host/logging/error-log.js';
import { type ByteString, byteStringOf, hexadecimal } from '../../host/support/byte-string.js';
import { type Block, withinStream } from '../../host/support/settings/block.js';
import { codeOf, systemError } from '../../host/support/system-errors.js';
import type { ModuleSubject } from '../modules/subject.js';
import { type AccessDestination, accessLogs, type Escaping, knownToLogs, type LogFormat } from './directives.js';

/** Milliseconds before another failure to write a file is reported. */
const silence = 60_000;

/** The suffix of log lines about such failures. */
const whenLogging = ' while logging request';

/** The folder that must exist for files whose names have variables. */
type RootOf<S> = (subject: S) => ByteString;

/** Writes requests that have their responses, or sessions that have ended. */
export class AccessLog<S extends ModuleSubject> {
  readonly #files: LogFiles;
  readonly #rootOf: RootOf<S> | undefined;
  /** When the error log last reported a file that cannot be written. */
  readonly #reportedAt = new Map<string, number>();

  constructor(files: LogFiles, rootOf?: RootOf<S>) {
    this.#files = files;
    this.#rootOf = rootOf;
  }

  /** Opens the files that a block names. Throws LogFileError if that fails. */
  open(block: Block): void {
    for (const { path, file, line } of accessLogs.of(block))
      if (typeof path === 'string') openLog(this.#files, { path, file, line });
  }

  write(subject: S): void {
    for (const destination of accessLogs.of(subject.block)) {
      if (!isMeant(subject, destination)) continue;
      const { gzip, format } = destination;
      const line = accessLine(subject, format);
      // Concatenated gzip members form one compressed file.
      const bytes = gzip === undefined ? line : gzipSync(line, { level: gzip });
      this.#append(subject, destination, bytes);
    }
  }

  #append(subject: S, { path }: AccessDestination, bytes: Buffer): void {
    if (typeof path !== 'string') {
      this.#appendOnce(subject, subject.variables.evaluate(path), bytes);
      return;
    }
    const failure = this.#files.write(path, bytes);
    const now = Date.now();
    if (failure === undefined || now - (this.#reportedAt.get(path) ?? 0) < silence) return;
    this.#reportedAt.set(path, now);
    subject.logLine('alert', byteStringOf(`${failure}${whenLogging}`));
  }

  /** Appends to a file whose name has variables; for requests, the document root must exist. */
  #appendOnce(subject: S, file: string, bytes: Buffer): void {
    const root = this.#rootOf?.(subject);
    const failure = root === undefined ? undefined : rootFailure(root);
    if (failure !== undefined) {
      subject.logLine('error', `testing "${root}" existence failed (${failure})${whenLogging}`);
      return;
    }
    const refused = writeOnce(file, bytes);
    if (refused !== undefined) subject.logLine('crit', byteStringOf(`${refused}${whenLogging}`));
  }
}

/** Why a path is not a folder. */
function rootFailure(path: ByteString): string | undefined {
  try {
    return statSync(Buffer.from(path, 'latin1')).isDirectory() ? undefined : systemError('ENOTDIR');
  } catch (error) {
    return systemError(error instanceof Error ? codeOf(error) : '');
  }
}

function isMeant(subject: ModuleSubject, { condition }: AccessDestination): boolean {
  if (condition === undefined) return true;
  const value = subject.variables.evaluate(condition);
  return value !== '' && value !== '0';
}

/** A line of the access log in nginx's format, with its line end. */
function accessLine({ block, variables }: ModuleSubject, { template, escaping }: LogFormat): Buffer {
  const value = variables.within(template);
  const isOfStream = withinStream.includes(block.context);
  const parts = template.map((part) => {
    if (part.kind === 'literal') return part.bytes;
    return written(knownToLogs.has(part.name) && !isOfStream ? variables.own(part.name) : value(part.name), escaping);
  });
  return Buffer.from(`${parts.join('')}\n`, 'latin1');
}

/** A variable without a value is a hyphen, except in the escaping `json` and `none`. */
function written(value: string | undefined, escaping: Escaping): string {
  switch (escaping) {
    case 'default':
      return value === undefined ? '-' : value.replace(/["\\]|[^ -~]/g, (byte) => `\\x${hexadecimal(byte)}`);
    case 'json':
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
      return (value ?? '').replace(/["\\\0-\x1f]/g, inJson);
    case 'none':
      return value ?? '';
  }
}

/** JSON has short escapes for some bytes. */
function inJson(byte: string): string {
  const [, letter = `u00${hexadecimal(byte)}`] = /^"\\(.)"$/.exec(JSON.stringify(byte)) ?? [];
  return `\\${letter}`;
}
