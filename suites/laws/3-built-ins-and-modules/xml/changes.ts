/** 3/xml-module: effects of changes of nodes on a document, in reads and in serialized text. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { NamedSteps, Step } from '../../../../spec/types/step.js';
import { anything, attempted, list, satisfies, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { mustGive } from '../../support/steps.js';
import {
  type ChangesRow,
  changesTo,
  type DocumentRow,
  followed,
  followsOn,
  type LookupWay,
  literal,
  lookup,
  orderOn,
  PARSED,
  type Readings,
  readingsIn,
  readsAs,
  setting,
} from './documents.js';
import { formCall } from './forms.js';

/** Steps that change a document, and the results. */
export const changes: Law<ChangesRow> = (row) => changesTo(row, readingsIn(row));

/** Steps on a document, and their results. */
export const follows: Law<DocumentRow & { readonly steps: readonly Step[] }> = (row) =>
  followsOn(row, () => mustGive({ steps: row.steps }));

type SettingWay = 'method' | 'assignment';

const settingAttribute = (way: SettingWay, name: string, value: Plain): Step =>
  way === 'method' ? ['$root', 'setAttribute', literal(name), value] : setting('$root', `$attr$${name}`, value);

interface AttributeValueRow {
  readonly way: SettingWay;
  readonly attribute: 'there' | 'new';
  readonly value: string;
  /** The form in canonical XML. */
  readonly as: string;
}

export const setsAttribute: Law<AttributeValueRow> = ({ way, attribute, value, as }) =>
  changes({
    document: attribute === 'there' ? '<r a="1" b="2" c="3">t</r>' : '<r a="1" c="3">t</r>',
    steps: [settingAttribute(way, 'b', value)],
    leaves: `<r a="1" b="${as}" c="3">t</r>`,
    reads: { '$root.$attr$b': value, '$root.$attrs.b': value, '$root.$attr$a': '1', '$root.$attr$c': '3' },
  });

export const setsNamed: Law<{ readonly way: SettingWay; readonly attribute: string }> = ({ way, attribute: name }) => {
  const others = ['aa', 'zz'].filter((other) => other !== name);
  const inOrder = [...others.map((other) => [other, '1']), [name, '2']].sort(([a = ''], [b = '']) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const row = {
    document: '<r aa="1" zz="1"></r>',
    steps: [settingAttribute(way, name, '1'), settingAttribute(way, name, '2')],
    leaves: `<r${inOrder.map(([key, value]) => ` ${key}="${value}"`).join('')}></r>`,
  };
  return changesTo(row, [[lookup('attr', name), '2'], ...others.map((other) => [lookup('attr', other), '1'] as const)]);
};

interface DeletionRow {
  readonly way: SettingWay;
  readonly document: string;
  readonly attribute: string;
  readonly leaves: string;
}

export const deletesAttribute: Law<DeletionRow> = ({ way, attribute, ...row }) =>
  changesTo({ ...row, steps: [settingAttribute(way, attribute, null)] }, [
    [lookup('attr', attribute), { $undefined: true }],
  ]);

/** The content of a node before it is set. */
const CONTENTS = {
  text: 'old',
  nothing: '',
  elements: 'a<y>b<z c="1">d</z></y>e<y></y>',
  comments: '<!--a-->b<!--c-->',
  instructions: '<?a?>b<?c d?>',
} as const;

interface ContentRow {
  readonly way: SettingWay | 'remove';
  readonly content: keyof typeof CONTENTS;
  /** `null` without it. */
  readonly value?: string;
  /** The form in canonical XML. */
  readonly as?: string;
}

/** The content of a node is set to a text, or deleted. */
export const setsText: Law<ContentRow> = ({ way, content, value, as = '' }) => {
  const about = (inner: string): string => `<r><x k="v">${inner}</x>t</r>`;
  const given = value ?? null;
  const ways = { method: ['$root.x', 'setText', given], remove: ['$root.x', 'removeText'] } as const;
  return changes({
    document: about(CONTENTS[content]),
    form: 'exclusive-with-comments',
    steps: [way === 'assignment' ? setting('$root.x', '$text', given) : ways[way]],
    leaves: about(as),
    reads: {
      '$root.x.$text': value ?? '',
      '$root.$text': `${value ?? ''}t`,
      '$root.x.$attr$k': 'v',
      '$root.x.y': { $undefined: true },
      '$root.x.$tags$y': [],
    },
  });
};

export const deletesText: Law<Pick<ContentRow, 'way' | 'content'>> = setsText;

/** A node that is assigned to a name, or nodes to `$tags$`. */
interface TagRow extends DocumentRow {
  readonly document: string;
  readonly by: LookupWay;
  readonly node: Plain;
  /** Contents of all elements with the name, at the end. */
  readonly all: readonly string[];
}

/** The value of a name after an assignment, and the amount of text, since positions are not judged. */
export const setsTag: Law<TagRow> = ({ by, node, all, ...row }) => {
  const y = /<y>(.*?)<\/y>/.exec(row.document)?.[1]?.replaceAll(/<[^>]*>/g, '');
  const own = row.document.slice('<r>'.length, -'</r>'.length).replaceAll(/<(\w+)>.*?<\/\1>/g, '');
  const readings: Readings = [
    ['$root.$tag$x.$text', all[0] ?? { $undefined: true }],
    ['$root.$tags$x', all.map((text) => ({ node: 'x', text }))],
    ['$root.y.$text', y ?? { $undefined: true }],
    ['$root.$text.length', [own, y, ...all].join('').length],
  ];
  return readsAs({ ...row, steps: [setting('$root', lookup(by, 'x').at(-1) ?? '', node)] }, readings);
};

interface RecordRow extends DocumentRow {
  /** Named values before the steps, and the steps after them. */
  readonly bind?: NamedSteps;
  readonly then?: readonly Step[];
}

/** Only the end of the steps is expected. */
export const records: Law<RecordRow> = example({
  input: (row) => orderOn(row, { ...PARSED, ...row.bind }, [...(row.steps ?? []), ...(row.then ?? [])]),
  probe: followed,
  expect: () => anything,
});

/** Each step throws, and the document does not change. */
export const refusesSteps: Law<DocumentRow> = (row) => {
  const { document, steps = [] } = row;
  const refused = steps.map(() => attempted(throws()));
  return followsOn({ ...row, steps: [...steps, formCall('c14n')] }, () => list(...refused, attempted(document)));
};

/** Steps that take a value. */
const TAKING = {
  'add-child': (value: Plain): Step => ['$root', 'addChild', value],
  tag: (value: Plain) => setting('$root', '$tag$x', value),
  name: (value: Plain) => setting('$root', 'x', value),
  tags: (value: Plain) => setting('$root', '$tags', value),
  'tags-of-name': (value: Plain) => setting('$root', '$tags$x', value),
} as const;

export const refusesToTake: Law<{ readonly into: keyof typeof TAKING; readonly value: Plain }> = ({ into, value }) =>
  refusesSteps({ document: '<r a="1" b="2">t<x a="3">1</x><y></y><x>2</x></r>', steps: [TAKING[into](value)] });

/** A document in its canonical form, whose content is `t`. */
interface Readable {
  readonly way: SettingWay;
  readonly attribute: string;
  readonly document?: string;
}

/** An attribute with an unusual name is set: the document is unchanged, or can still be parsed. */
export const keepsReadable: Law<Readable> = ({ way, attribute, document = '<r b="1">t</r>' }) => {
  const parsing: readonly Step[] = [{ call: ['parse', '$left'], as: 'again' }, { value: '$again.$root.$text' }];
  const steps = [settingAttribute(way, attribute, 'v'), { ...formCall('c14n'), as: 'left' }, ...parsing];
  return followsOn({ document, steps }, () =>
    satisfies('a call that throws changes nothing, and the document can be parsed', (observed) => {
      const [set, left, , read]: readonly unknown[] = Array.isArray(observed) ? observed : [];
      if (String(read) !== 'returned,t') return `the document cannot be parsed: ${left}`;
      return String(set).startsWith('returned') || String(left) === `returned,${document}` || `what is left is ${left}`;
    }),
  );
};
