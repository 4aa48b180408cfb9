import { type Block, scopeOf, withinHttpAndMethods, withinStream } from '../../host/support/settings/block.js';
import { type DirectiveRule, listSetting, many, type Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, invalidParameter } from '../../host/support/settings/error.js';
import { compileTemplate, type Template } from '../../host/support/settings/template.js';
import { path, sizeOf, timeOf } from '../../host/support/settings/values.js';

/** How quotes, backslashes and non-printable characters in values are written. */
export type Escaping = 'default' | 'json' | 'none';

/** The declaration of `log_format`: the format of a line. */
export interface LogFormat extends ConfigurationPosition {
  readonly name: string;
  readonly escaping: Escaping;
  readonly template: Template;
}

/** A file of the access log. */
export interface AccessDestination extends ConfigurationPosition {
  /** Its path, or a template if it has variables. */
  readonly path: string | Template;
  readonly format: LogFormat;
  /** Requests and sessions for which this is empty or `0` are not logged. */
  readonly condition: Template | undefined;
  /** Level of compression. */
  readonly gzip: number | undefined;
}

/**
 * Variables of formats that the log computes itself. A format does not count as a reference to them, and a script that assigns one does not
 * change the log.
 */
export const knownToLogs: ReadonlySet<string> = new Set([
  ...['pipe', 'time_local', 'time_iso8601', 'msec', 'request_time', 'status'],
  ...['bytes_sent', 'body_bytes_sent', 'request_length'],
]);

const combinedText =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';
const nowhere = { file: '', line: 0 };
const combined: LogFormat = {
  name: 'combined',
  escaping: 'default',
  template: compileTemplate(combinedText, nowhere),
  ...nowhere,
};

const logFormats = listSetting('log_format', ['http', 'stream'], logFormat, [], { arity: [2, many] });
const loggedBlocks = [...withinHttpAndMethods, ...withinStream];
export const accessLogs = listSetting('access_log', loggedBlocks, accessDestination, [], { arity: [1, many] });

/** Directives about the access log. */
export const loggingDirectives: readonly DirectiveRule[] = [logFormats, accessLogs];

function logFormat(words: readonly string[], { block, place }: Statement): readonly [LogFormat] {
  const [name = '', ...texts] = words;
  if (formatNamed(name, block) !== undefined)
    throw new ConfigurationError(`duplicate "log_format" name "${name}"`, place);
  const chosen = escapingOf(texts[0], place);
  const parts = texts[0]?.startsWith('escape=') === true ? texts.slice(1) : texts;
  const template = parts.flatMap((text) => partOfLine(text, block, place));
  return [{ name, escaping: chosen, template, file: place.file, line: place.line }];
}

/** Lines are written when no captures are available. */
function partOfLine(text: string, block: Block, place: ConfigurationPosition): Template {
  const stray = /\$(?![\w{]).*/s.exec(text)?.[0];
  if (stray !== undefined) throw invalidParameter(stray, place);
  const template = compileTemplate(text, place);
  const scope = scopeOf(block);
  for (const part of template) {
    if (part.kind !== 'variable') continue;
    if (/^\d/.test(part.name)) throw new ConfigurationError(`unknown "${part.name}" variable`, place);
    if (isOfStream(block) || !knownToLogs.has(part.name)) scope.refer(part.name, place);
  }
  return template;
}

function escapingOf(word: string | undefined, place: ConfigurationPosition): Escaping {
  if (word?.startsWith('escape=') !== true) return 'default';
  const value = word.slice('escape='.length);
  if (value === 'default' || value === 'json' || value === 'none') return value;
  throw new ConfigurationError(`unknown log format escaping "${value}"`, place);
}

const isOfStream = ({ context }: Block): boolean => withinStream.includes(context);

/** `combined` is predefined for requests. */
function formatNamed(name: string, block: Block): LogFormat | undefined {
  const formats = logFormats.of(block);
  return (isOfStream(block) ? formats : [combined, ...formats]).find((format) => format.name === name);
}

/** `off` removes the logs of outer blocks. */
function accessDestination(words: readonly string[], reading: Statement): readonly AccessDestination[] {
  const { block, place } = reading;
  const [where = '', name = isOfStream(block) ? undefined : 'combined', ...parameters] = words;
  if (where === 'off') {
    if (words.length > 1) throw invalidParameter(name, place);
    accessLogs.set(block, []);
    return [];
  }
  if (name === undefined) throw new ConfigurationError('log format is not specified', place);
  const format = formatNamed(name, block);
  // Only formats that are declared before the directive are known.
  if (format === undefined || (format.file === place.file && format.line > place.line))
    throw new ConfigurationError(`unknown log format "${name}"`, place);
  const full = path(words, reading);
  const { file, line } = place;
  return [
    {
      path: where.includes('$') ? scopeOf(block).template(full, place) : full,
      format,
      ...destinationOptions(parameters, where, reading),
      file,
      line,
    },
  ];
}

/** Lines are written immediately, even with a buffer, so that a log that is read after a response contains them. */
function destinationOptions(
  parameters: readonly string[],
  where: string,
  { block, place }: Statement,
): Pick<AccessDestination, 'condition' | 'gzip'> {
  let condition: Template | undefined;
  let gzip: number | undefined;
  let [buffers, flushes] = [false, false];
  for (const parameter of parameters) {
    const [key = '', value] = parameter.split(/=(.*)/s, 2);
    if (key === 'if' && value !== undefined) condition = scopeOf(block).template(value, place);
    else if (key === 'buffer' && value !== undefined) buffers = isBuffer(value, place);
    else if (key === 'flush' && value !== undefined) flushes = isFlush(value, place);
    else if (key === 'gzip') gzip = compression(value, place);
    else throw invalidParameter(parameter, place);
  }
  if (flushes && !buffers && gzip === undefined)
    throw new ConfigurationError(`no buffer is defined for access_log "${where}"`, place);
  if ((buffers || gzip !== undefined) && where.includes('$'))
    throw new ConfigurationError('buffered logs cannot have variables in name', place);
  return { condition, gzip };
}

function isBuffer(value: string, place: ConfigurationPosition): true {
  if (!((sizeOf(value) ?? 0) > 0)) throw new ConfigurationError(`invalid buffer size "${value}"`, place);
  return true;
}

function isFlush(value: string, place: ConfigurationPosition): true {
  if (!((timeOf(value) ?? 0) > 0)) throw new ConfigurationError(`invalid flush time "${value}"`, place);
  return true;
}

function compression(value: string | undefined, place: ConfigurationPosition): number {
  if (value === undefined) return 1;
  if (!/^[1-9]$/.test(value)) throw new ConfigurationError(`invalid compression level "${value}"`, place);
  return Number(value);
}
