/** 2/http-request-object-methods/r-read-request-form, 2/form-object: reading forms, and the results. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { anything, type Expectation, list, response } from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { cutOf, drawnForms, writtenByClient } from '../../support/drawn-forms.js';
import { type FormRequest, responsesTo, uploadOf } from '../../support/sent-forms.js';
import { type FormSizing, formOfSize } from '../../support/sized-forms.js';
import { expectedAnswer, type InHandlers, inputOf } from '../../support/steps-in-handlers.js';
import { pathTo, SETUP, type Where } from './locations.js';
import { FormModel, requestWith } from './model.js';

interface FormRow extends FormRequest, InHandlers {
  readonly where?: Where;
  /** Those of `r.readRequestForm()`. */
  readonly options?: readonly Plain[];
  /** The body is too large, and no handler answers. */
  readonly refused?: true;
}

/** Several rows, which differ in the members of each of `all`, in a size, or in a number of fields near the limit. */
interface FormRows extends FormRow, FormSizing {
  readonly all?: readonly FormRows[];
  /** All requests on one connection, without waiting for earlier responses. */
  readonly together?: true;
  readonly limits?: readonly number[];
  readonly sizes?: readonly number[];
  readonly size?: number;
}

function variants({ all, limits, size, sizes, ...row }: FormRows): readonly FormRow[] {
  if (all !== undefined) return all.flatMap((one) => variants({ ...row, ...(sizes && { sizes }), ...one }));
  if (limits !== undefined) return limits.flatMap((limit) => around(limit, row));
  if (size !== undefined) return variants({ ...row, sizes: [size] });
  return sizes?.map((one) => ({ ...row, ...formOfSize(one, row), sums: true })) ?? [row];
}

/** There is no form if the limit is exceeded. */
function around(maxKeys: number, row: FormRows): readonly FormRow[] {
  const of = { ...row, options: [{ maxKeys }] };
  return [...variants({ ...of, sizes: [maxKeys - 1, maxKeys] }), ...variants({ ...of, size: maxKeys + 1, steps: [] })];
}

const LIST: readonly Step[] = [{ make: ['entries', '$form'], as: 'entries' }, ['$entries'], ['$form', 'hasFiles']];

/** The results of members for the name of each entry and for a longer one, and for each name that forEach passes. */
const LOOK: readonly Step[] = [
  ...LIST,
  { make: ['text', '$item.0', 1, '-absent'], each: '$entries', as: 'others' },
  ...['get', 'getAll', 'has'].flatMap((member): Step[] => [
    { on: '$form', call: [member, '$item.0'], each: '$entries', as: member },
    { make: ['named', `$${member}`] },
    { on: '$form', call: [member, '$item'], each: '$others' },
  ]),
  {
    make: ['callback', { steps: ['get', 'getAll', 'has'].map((member) => ['$form', member, '$args.1']) }],
    as: 'visitor',
  },
  ['$form', 'forEach', '$visitor'],
  { make: ['named', '$visitor.calls'] },
];

const read = (...options: readonly Plain[]): Step => ({
  on: 'r',
  call: ['readRequestForm', ...options],
  await: 'promise',
  as: 'form',
});

const readBefore = (steps: readonly Step[], row: FormRow): FormRow => ({
  ...row,
  steps: [read(...(row.options ?? [])), ...steps],
});

const uploadsOf = (rows: readonly FormRow[]) => rows.map((row) => uploadOf(row, pathTo(row.where), inputOf(row)));
const answerTo = (row: FormRow): Expectation =>
  row.refused ? response({ status: 413 }) : expectedAnswer(row, requestWith(row), FormModel);

const COMMON = { needs: ['exchange'], setup: SETUP } as const;

const forms = (rowOf: (row: FormRow) => FormRow, expect: (row: FormRow) => Expectation = answerTo): Law<FormRows> =>
  conversation({
    ...COMMON,
    hold: (data, { host }) => responsesTo(uploadsOf(variants(data).map(rowOf)), host, data.together),
    expect: (data) => list(...variants(data).map((row) => expect(rowOf(row)))),
  });

/** Steps after the form is read; by default they list it. */
const reading = (row: FormRow): FormRow => readBefore(Array.isArray(row.steps) ? row.steps : LIST, row);
export const reads = forms(reading);
export const records = forms(reading, () => anything);

/** All members find the same entries. */
export const agrees = forms((row) => readBefore(LOOK, row));

/** A second read with a limit that the form exceeds. */
export const agreesAgain = forms((row) => readBefore([...LOOK, read({ maxKeys: 1 }), ...LOOK], row));

/** Steps that read themselves. */
export const follows = forms((row) => row);

export const readsDrawn = conversationProperty({
  ...COMMON,
  inputs: ({ draw }: { readonly draw: keyof typeof drawnForms }) => drawnForms[draw],
  hold: async (drawn, { host }, _, { draw }) => {
    const form = draw === 'client' ? await writtenByClient(drawn.form) : drawn.form;
    return responsesTo(uploadsOf([readBefore(LOOK, { ...form, way: cutOf(drawn) ?? 'whole' })]), host);
  },
  expect: ({ form }) => list(answerTo(readBefore(LOOK, { ...form }))),
});
