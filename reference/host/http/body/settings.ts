/** 2/limits/request-body-size, 2/limits/body-held-in-memory: the directives about request bodies. */
import { mkdirSync } from 'node:fs';
import { LogFileError } from '../../logging/error-log.js';
import { type Block, withinHttp } from '../../support/settings/block.js';
import { type DirectiveRule, optionalSetting, type Statement, setting } from '../../support/settings/directive.js';
import { misused } from '../../support/settings/error.js';
import { milliseconds, offset, oneOf, pathIn, size } from '../../support/settings/values.js';
import { codeOf, systemFailure } from '../../support/system-errors.js';
import type { TemporaryFolder } from '../../support/temporary-file.js';

export const clientMaxBodySize = setting('client_max_body_size', withinHttp, offset, 1024 ** 2);
/** Milliseconds between two reads of a body. */
export const clientBodyTimeout = setting('client_body_timeout', withinHttp, milliseconds, 60_000);
export const clientBodyBufferSize = setting('client_body_buffer_size', withinHttp, size, 8 * 1024);
/** Whether bodies are written to files, and whether the files are removed after the request. */
export type FileUse = 'off' | 'on' | 'clean';

/** Whether all bodies are written to files, and whether the files are removed. */
export const bodyInFileOnly = setting<FileUse>(
  'client_body_in_file_only',
  withinHttp,
  oneOf('off', 'on', 'clean'),
  'off',
);
export const bodyFolder = optionalSetting<TemporaryFolder>('client_body_temp_path', withinHttp, temporaryFolder, {
  arity: [1, 4],
});

/** Creates the folder of a block if it is missing. Throws LogFileError if that fails. */
export function makeBodyFolder(block: Block): void {
  const folder = bodyFolder.own(block);
  if (folder === undefined) return;
  try {
    mkdirSync(folder.path, 0o700);
  } catch (error) {
    if (error instanceof Error && codeOf(error) === 'EEXIST') return;
    throw new LogFileError(systemFailure('mkdir', `"${folder.path}"`, error), block);
  }
}

/** Directives about a request's body and its folder. */
export const bodyDirectives: readonly DirectiveRule[] = [
  clientMaxBodySize,
  clientBodyTimeout,
  clientBodyBufferSize,
  bodyInFileOnly,
  bodyFolder,
  ...['proxy', 'fastcgi', 'uwsgi', 'scgi'].map(unusedFolder),
];

/** Accepted without effect, since no response is kept in files. */
function unusedFolder(what: string): DirectiveRule {
  const read = (reading: Statement) => void temporaryFolder(reading.words, reading);
  return { name: `${what}_temp_path`, contexts: withinHttp, arity: [1, 4], once: true, read };
}

function temporaryFolder([path = '', ...levels]: readonly string[], reading: Statement): TemporaryFolder {
  const { name, prefix, place } = reading;
  if (!levels.every((level) => /^0*[1-9]\d*$/.test(level))) throw misused(name, 'invalid value', place);
  return { path: pathIn(prefix, path), levels: levels.map(Number) };
}
