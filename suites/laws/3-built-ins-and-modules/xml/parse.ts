/** 3/xml-module/xml-parse: which documents are read, and which are refused. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { absent, anything, attempted, equal, list, record, typed } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { type DocumentForm, type DocumentRow, type PathReadings, perform, readingsOf, scriptOf } from './playing.js';

/** A document is read, and is what it is. */
export const parses: Law<DocumentRow & { readonly reads: PathReadings }> = example({
  input: (said) => scriptOf(said),
  probe: perform,
  expect: (said) => record({ refused: absent, read: readingsOf(said) }),
});

/** A document is refused with an error, and the next one is read. */
export const refuses: Law<Omit<DocumentRow, 'reads'>> = example({
  input: (said) => ({ document: decode(said.document), as: said.as ?? 'string' }),
  probe: ({ document, as }, t) => {
    const given = as === 'buffer' ? Buffer.from(`${document}`) : document;
    const came = t.attempt(() => typeof t.invoke(t.xml, 'parse', [given]));
    return [came, t.attempt(() => t.xml.parse('<next/>').$root.$name)];
  },
  expect: () => list(list('threw', typed('string')), attempted('next')),
});

/** What the documents leave open: that the call ends, and the next one too, is all that is expected. */
export const recordsParse: Law<{ readonly given: readonly Plain[]; readonly paths?: readonly string[] }> = example({
  input: ({ given, paths = ['$root/$name', '$root/$ns', '$root/$text'] }) => ({ given: given.map(decode), paths }),
  probe: ({ given, paths }, t) => {
    const member = (on: unknown, name: string): unknown => Object(on)[name];
    const came = t.attempt(() => {
      const doc = t.invoke(t.xml, 'parse', given);
      return paths.map((path) => {
        const value = path.split('/').reduce(member, doc);
        return typeof value === 'object' && value !== null ? 'an object' : value;
      });
    });
    return [came, t.attempt(() => t.xml.parse('<next/>').$root.$name)];
  },
  expect: () => list(anything, attempted('next')),
});

/** Bytes are the characters that they stand for. */
export const encoded: Law<{ readonly document: Plain; readonly as: DocumentForm; readonly text: string }> = ({
  text,
  ...said
}) => parses({ ...said, reads: { $root: { node: 'r', text } } });

/** What is changed in one document is not changed in others of the same text. */
export const apart = example({
  input: () => ({}),
  probe: (_, t) => {
    const text = '<r abc="1"><x>1</x></r>';
    const bytes = Buffer.from(text);
    const docs = [t.xml.parse(text), t.xml.parse(text), t.xml.parse(bytes), t.xml.parse(bytes)];
    bytes.fill(0);
    docs.forEach((doc, i) => {
      if (i % 2 === 0) doc.$root.setAttribute('abc', `${i + 2}`);
      if (i % 2 === 0) doc.$root.addChild(doc.$root);
    });
    return docs.map((doc) => [doc.$root.$attr$abc, doc.$root.$text, doc.$root.$tags.length]);
  },
  expect: () =>
    equal([
      ['2', '11', 2],
      ['1', '1', 1],
      ['4', '11', 2],
      ['1', '1', 1],
    ]),
});
