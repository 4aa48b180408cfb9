/** 3/xml-module: nodes that are left out of forms, and arguments that are no nodes. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, either, list, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { callOf, type FormSource } from './canonical.js';
import { asGiven, FORMS, type FormName, type FormQuery, formed, type Omission } from './forms.js';

const orRefused = (whole: Expectation): Expectation => either(whole, throws());

/** What is left out is nothing: the form is the whole one, or the call throws where it may. */
export const whole = example({
  input: ({
    excluding,
    ...source
  }: FormSource & {
    readonly excluding: Omission;
    readonly may?: 'refuse';
    readonly then: string;
  }): FormQuery => ({
    ...callOf(source),
    excluding,
  }),
  probe: formed,
  expect: ({ form = 'c14n', may, then }) => {
    const form_ = asGiven(FORMS[form].member, then);
    return may === 'refuse' ? orRefused(form_) : form_;
  },
});

/** An empty Buffer is read, copied and joined as any other one is. */
export const usable = example({
  input: ({ form }: { readonly form: FormName }) => FORMS[form].member,
  probe: (member, t) => {
    const root = t.xml.parse('<a/>').$root;
    const form = t.invoke(t.xml, member, [root, root]);
    if (!Buffer.isBuffer(form)) return 'no Buffer';
    return [form.length, form.toString(), Buffer.concat([Buffer.from('a'), form]), Buffer.from(form).length];
  },
  expect: () => list(0, '', Buffer.from('a'), 0),
});

/** What is given in place of a node. The node, the document and the attributes are those of another document. */
interface Stranger {
  readonly is: 'node' | 'document' | 'attributes' | 'value';
  /** In the tagged encoding. */
  readonly value?: Plain;
}

interface StrangerCall {
  readonly call: FormQuery;
  /** The other document. */
  readonly other: string;
  readonly is: Stranger['is'];
  readonly value?: unknown;
  readonly as: 'root' | 'excluded';
}

const withStranger: Probe<StrangerCall> = ({ call, other, is, value, as }, t) => {
  const documentOf = (source: string) => {
    try {
      return t.xml.parse(source);
    } catch (_) {
      return t.unobservable('parse() refuses the document');
    }
  };
  const foreign = documentOf(other);
  const root = foreign.$root || t.unobservable('there is no $root');
  const strangers = { node: root, document: foreign, attributes: root.$attrs, value };
  const strange = strangers[is];
  const args: unknown[] = as === 'root' ? [strange] : [documentOf(`${call.source}`), strange];
  return t.invoke(t.xml, call.member, args);
};

/** A node of another document, even of one that reads alike, is no part of this one: nothing is left out, or the call throws. */
export const foreign = example({
  input: ({ other, ...source }: FormSource & { readonly other: string; readonly then: string }): StrangerCall => ({
    call: callOf(source),
    other,
    is: 'node',
    as: 'excluded',
  }),
  probe: withStranger,
  expect: ({ form = 'c14n', then }) => orRefused(asGiven(FORMS[form].member, then)),
});

const SMALL = '<a b="1"/>';

const strangeCall =
  (as: StrangerCall['as']) =>
  ({ form, stranger: { is, value } }: { readonly form: FormName; readonly stranger: Stranger }): StrangerCall => ({
    call: callOf({ source: SMALL, form }),
    other: SMALL,
    is,
    ...(value === undefined ? {} : { value: decode(value) }),
    as,
  });

/** There is no form of what is neither a document nor a node. */
export const noForm = example({ input: strangeCall('root'), probe: withStranger, expect: () => throws() });

/** What is no node cannot be left out: the call throws, or the form is the whole one. */
export const noNode = example({
  input: strangeCall('excluded'),
  probe: withStranger,
  expect: ({ form }) => orRefused(asGiven(FORMS[form].member, '<a b="1"></a>')),
});
