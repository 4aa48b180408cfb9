/** 3/xml-module/xml-parse: documents that are read, and documents that are refused. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { anything } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { orderOf } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { mustGive } from '../../support/steps.js';
import { type DocumentRow, followed, orderOn, parsesAs, reading, readingsIn } from './documents.js';

export const parses: Law<DocumentRow> = (row) => parsesAs(row, readingsIn(row));

/** Bytes are decoded to their characters. */
export const decodes = parses;

/** The next document is read. */
export const NEXT: readonly Step[] = [
  { on: 'xml', call: ['parse', '<next/>'], as: 'next' },
  { value: '$next.$root.$name', returns: 'next' },
];

/** A document is refused with an error, and the next one is read. */
export const refuses: Law<DocumentRow> = (row) => {
  const steps: readonly Step[] = [{ call: ['parse', '$source'], throws: [] }, ...NEXT];
  return example({ input: () => orderOn(row, {}, steps), probe: followed, expect: () => mustGive({ steps }) })({});
};

/** Only the end of the call is expected, and that the next document is read; the documents leave the rest open. */
export const recordsParse: Law<{ readonly given: readonly Plain[]; readonly paths?: readonly string[] }> = example({
  input: ({ given, paths = ['$root.$name', '$root.$ns', '$root.$text'] }) =>
    orderOf({
      on: 'xml',
      steps: [
        { call: ['parse', ...given] },
        ...NEXT,
        { value: '$0', as: 'doc' },
        ...paths.map((path) => reading(path)),
      ],
    }),
  probe: followed,
  expect: () => anything,
});
