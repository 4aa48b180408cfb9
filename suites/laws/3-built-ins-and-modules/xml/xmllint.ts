/** 3/xml-module: forms as libxml2's own program gives them, where it is installed. */
import { spawnSync } from 'node:child_process';
import { satisfies } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { drawnProperty } from '../../../language/law.js';
import { type TreeKind, trees } from './canonical-drawn.js';
import { documentOf, writtenDocument } from './canonical-tree.js';
import { type Asked, FORMS, type FormName, formed } from './forms.js';

const MOST_MS = 20_000;

/** What xmllint makes of a document, comments included; nothing where there is no such program. */
export function linted(source: string, how: 'inclusive' | 'exclusive'): string | undefined {
  const option = how === 'inclusive' ? '--c14n11' : '--exc-c14n';
  const { error, status, stdout } = spawnSync('xmllint', ['--nonet', option, '-'], {
    input: source,
    encoding: 'utf8',
    timeout: MOST_MS,
  });
  return error === undefined && status === 0 ? stdout : undefined;
}

/** xmllint keeps comments: trees that have them are for the form that keeps them, too. */
export const lints = drawnProperty({
  inputs: ({ trees: kind }: { readonly form: FormName; readonly trees: TreeKind }) => trees(kind),
  told: (root, { form }): Asked => {
    const { member, more } = FORMS[form];
    return { source: writtenDocument(documentOf(root)), member, of: null, excluding: 'left-out', without: [], more };
  },
  probe: formed,
  expect: (_, { form }, { source }) =>
    satisfies('the form that xmllint gives', (value) => {
      const theirs = linted(`${source}`, 'exclusive' in FORMS[form].form ? 'exclusive' : 'inclusive');
      if (theirs === undefined) throw new NotObservable('xmllint is not installed, or does not read the document');
      const text = Buffer.isBuffer(value) ? value.toString() : value;
      return text === theirs || `xmllint gives ${theirs}`;
    }),
});
