/** Reads quirks files: harmless differences between two targets, each with its reason and its source. */
import type { Quirk, QuirkFile } from '../../../reports/comparison/quirks.js';
import type { KnownIds } from '../../../spec/reading/former.js';
import { didYouMean } from '../../../spec/reading/nearest.js';
import { refuseUnknownIds, strictReader } from '../strict-yaml.js';
import { quirkEntries } from './files.js';

const text = { type: 'string', minLength: 10 } as const;

const SCHEMA = {
  type: 'object',
  required: ['quirks'],
  additionalProperties: false,
  properties: {
    quirks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['of', 'cause', 'reason', 'source'],
        additionalProperties: false,
        properties: {
          of: { type: 'array', items: { type: 'string' }, minItems: 1 },
          cause: {
            type: 'string',
            pattern: '^(other values|the (first|second) alone .+|the first .+, the second .+)$',
            description: 'how the answers differ, as compare prints it after the number of cases',
          },
          engines: { type: 'array', items: { enum: ['njs', 'qjs'] }, minItems: 2, maxItems: 2 },
          reason: text,
          source: {
            type: 'string',
            pattern: '^([123]/\\S+|https://\\S+)$',
            description: 'a row of the documents, such as 3/buffer/to-string, or the address of an issue',
          },
        },
      },
    },
  },
} as const;

const read = strictReader<QuirkFile>('quirks', SCHEMA);

/** The names that entries may use. */
export interface KnownNames {
  readonly ids: KnownIds;
  readonly rows: ReadonlySet<string>;
}

/** The entries of a file. Throws `FileRefused` with file and line. */
export function readQuirks(file: string, { ids, rows }: KnownNames): readonly Quirk[] {
  const one = read(file);
  for (const [i, { of, cause, source }] of one.content.quirks.entries()) {
    refuseUnknownIds(one, ['quirks', i, 'of'], of, ids);
    if (/\b(goes down|hangs)\b/.test(cause))
      one.refuse(
        ['quirks', i, 'cause'],
        cause,
        'a harmless difference',
        'remove it: a crash or a hang is never ignored',
      );
    if (!source.startsWith('https:') && !rows.has(source))
      one.refuse(
        ['quirks', i, 'source'],
        source,
        'a row of the documents',
        `name a row that \`srvspec explain\` shows for a requirement${didYouMean(source, rows)}`,
      );
  }
  return quirkEntries(one.content);
}
