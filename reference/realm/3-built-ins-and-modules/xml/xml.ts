import type { XmlPort } from '../../../port/xml.js';
import { bytesBehind } from '../../support/bytes.js';
import { each, isTrue, OwnTypeError, PrivateSet } from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { replaceRuns, split } from '../../support/text.js';
import { textOrBytes } from '../../support/text-or-bytes.js';
import { encodeUtf8, meant } from '../../support/utf8.js';
import { members } from '../../support/versions.js';
import { type BufferObject, toBuffer } from '../buffer/buffer.js';
import { Builder } from './builder.js';
import { type CanonicalForm, canonical } from './canonical.js';
import { type Document, documentOf, type Element } from './tree.js';
import { createXmlDoc, documentBehind, elementOf } from './xml-node.js';

/** 3/xml-module: the object behind `import … from 'xml'`. */
export function createXml(port: XmlPort): object {
  const module = {};
  defineMethods(module, {
    /** 3/xml-module/xml-parse. Throws SyntaxError for a document that is not well-formed. */
    parse: (data: unknown) => createXmlDoc(parsed(port, data)),

    /** 3/xml-module/xml-c14n */
    c14n: (root: unknown, excluding?: unknown) => toBuffer(encodeUtf8(inclusive(root, excluding))),

    /** 3/xml-module/xml-exclusive-c14n */
    exclusiveC14n: (root: unknown, excluding?: unknown, withComments?: unknown, prefixes?: unknown): BufferObject => {
      const inclusivePrefixes = prefixesOf(prefixes);
      return toBuffer(encodeUtf8(formOf(root, excluding, { withComments: isTrue(withComments), inclusivePrefixes })));
    },

    /** 3/xml-module/xml-serialize */
    serialize: (root: unknown, excluding?: unknown) => toBuffer(encodeUtf8(inclusive(root, excluding))),

    /** 3/xml-module/xml-serialize-to-string */
    serializeToString: (root: unknown, excluding?: unknown) => inclusive(root, excluding),
  });
  members(module, { serialize: '0.7.11', serializeToString: '0.7.11' });
  return module;
}

function parsed(port: XmlPort, data: unknown): Document {
  const builder = new Builder();
  const isWhole = resultOf(port.parse(bytesBehind(data) ?? textOrBytes(data), builder.add));
  const document: Document = { kind: 'document', children: builder.children, isWhole };
  each(document.children, (child) => {
    if (child.kind === 'element') child.parent = document;
  });
  return document;
}

function inclusive(root: unknown, excluding: unknown): string {
  return formOf(root, excluding, { withComments: false, inclusivePrefixes: undefined });
}

/** The excluded node must be in the same document. */
function formOf(root: unknown, excluding: unknown, form: Omit<CanonicalForm, 'excluded'>): string {
  const top = documentBehind(root) ?? elementOf(root);
  if (top === undefined) throw new OwnTypeError('value is not XMLNode or XMLDoc');
  const document = top.kind === 'document' ? top : documentOf(top);
  if (document === undefined) throw new OwnTypeError('XMLNode is detached');
  return canonical(top, document, { ...form, excluded: excludedOf(excluding, document) });
}

function excludedOf(value: unknown, document: Document): Element | undefined {
  if (value === undefined || value === null) return undefined;
  const element = elementOf(value);
  if (element === undefined) throw new OwnTypeError('"excluding" argument is not a XMLNode object');
  if (documentOf(element) !== document) throw new OwnTypeError('"excluding" is not in XMLNode tree');
  return element;
}

/** Prefixes are separated by XML white space; `#default` is the default namespace. */
function prefixesOf(list: unknown): PrivateSet {
  const prefixes = new PrivateSet();
  if (list === undefined || list === null) return prefixes;
  if (typeof list !== 'string') throw new OwnTypeError('"prefixes" argument is not a string');
  each(split(spaced(meant(list)), ' '), (prefix) => {
    if (prefix !== '') prefixes.add(prefix === '#default' ? '' : prefix);
  });
  return prefixes;
}

/** Replaces each run of white space by one blank. */
function spaced(list: string): string {
  return replaceRuns(
    list,
    (unit) => unit === 9 || unit === 10 || unit === 13,
    () => ' ',
  );
}
