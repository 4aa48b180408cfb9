import { hexadecimal } from '../../host/support/byte-string.js';
import { withinStream } from '../../host/support/settings/contexts.js';
import type { ModuleSubject } from '../modules/subject.js';
import { type Escaping, knownToLogs, type LogFormat } from './directives.js';

/** A line of the access log as nginx writes it, with its line end. */
export function accessLine({ block, variables }: ModuleSubject, { template, escaping }: LogFormat): Buffer {
  const value = variables.within(template);
  const isOfStream = withinStream.includes(block.context);
  const parts = template.map((part) => {
    if (part.kind === 'literal') return part.bytes;
    return written(knownToLogs.has(part.name) && !isOfStream ? variables.own(part.name) : value(part.name), escaping);
  });
  return Buffer.from(`${parts.join('')}\n`, 'latin1');
}

/** A variable without a value is a hyphen, but for the escapings of programs that read the log. */
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

const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\b', '\\b'],
  ['\f', '\\f'],
]);

const inJson = (byte: string): string => jsonEscapes.get(byte) ?? `\\u00${hexadecimal(byte)}`;
