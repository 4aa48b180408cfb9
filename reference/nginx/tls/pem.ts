import { readFileSync } from 'node:fs';
import { type ByteString, textOf } from '../../host/support/byte-string.js';
import { scopeOf } from '../../host/support/settings/block.js';
import type { Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import { pathIn, word } from '../../host/support/settings/values.js';

/** A certificate or a key: in a file, or after `data:`. */
export type Pem = ConfigurationPosition &
  ({ readonly kind: 'file'; readonly path: string } | { readonly kind: 'data'; readonly text: string });

/** A certificate or a key that depends on variables. */
type ComputedPem = ConfigurationPosition & {
  readonly kind: 'computed';
  readonly template: Template;
  /** As written. */
  readonly written: string;
  /** The folder of relative names. */
  readonly folder: string;
};

export type PemSource = Pem | ComputedPem;

/** Reads the first word of a directive. */
export function pemSource(words: readonly string[], reading: Statement): PemSource {
  const { block, place, configurationPrefix: folder } = reading;
  const { file, line } = place;
  const template = scopeOf(block).template(word(words), place);
  if (template.some(({ kind }) => kind === 'variable'))
    return { kind: 'computed', template, written: word(words), folder, file, line };
  return pemNamed(word(words), { folder, file, line });
}

/** A computed source with a value. */
export function pemFor(source: ComputedPem, value: ByteString): Pem {
  return pemNamed(textOf(value), source);
}

function pemNamed(text: string, { folder, file, line }: ConfigurationPosition & { readonly folder: string }): Pem {
  if (text.startsWith('data:')) return { kind: 'data', text: text.slice('data:'.length), file, line };
  return { kind: 'file', path: pathIn(folder, text), file, line };
}

/** The name in logs; the text after `data:` is never logged. */
export function nameOfPem(source: PemSource): string {
  switch (source.kind) {
    case 'file':
      return source.path;
    case 'data':
      return 'data:';
    case 'computed':
      return source.written;
  }
}

/** Its bytes. Throws ConfigurationError for a file that cannot be read. */
export function pemBytes(pem: Pem, complaint: string): Buffer {
  if (pem.kind === 'data') return Buffer.from(pem.text);
  try {
    return readFileSync(pem.path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${complaint} "${pem.path}": ${reason}`, pem);
  }
}
