/** 3/xml-module: what changes of nodes make of a document, by what is read of it and by what is serialized. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { anything, attempted, equal, list, record, satisfies, typed } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import type { FormName } from './forms.js';
import {
  BEFORE,
  type By,
  type ChangesRow,
  changes,
  isParsed,
  type PathReadings,
  perform,
  scriptOf,
} from './playing.js';

export { changes } from './playing.js';
export { sequences } from './sequences.js';

type SettingWay = 'method' | 'assignment';
type ChangeStep = ChangesRow['changes'][number];

const settingAttribute = (way: SettingWay, name: string, value: Plain): ChangeStep =>
  way === 'method' ? ['$root', 'setAttribute', name, value] : [`$root/$attr$${name}`, '=', value];

interface AttributeValueRow {
  readonly way: SettingWay;
  readonly attribute: 'there' | 'new';
  readonly value: string;
  /** As its canonical form has it. */
  readonly as: string;
}

export const setsAttribute: Law<AttributeValueRow> = ({ way, attribute, value, as }) =>
  changes({
    document: attribute === 'there' ? '<r a="1" b="2" c="3">t</r>' : '<r a="1" c="3">t</r>',
    changes: [settingAttribute(way, 'b', value)],
    leaves: `<r a="1" b="${as}" c="3">t</r>`,
    reads: { '$root/$attr$b': value, '$root/$attrs/b': value, '$root/$attr$a': '1', '$root/$attr$c': '3' },
  });

export const setsNamed: Law<{ readonly way: SettingWay; readonly attribute: string }> = ({ way, attribute: name }) => {
  const others = ['aa', 'zz'].filter((other) => other !== name);
  const inOrder = [...others.map((other) => [other, '1']), [name, '2']].sort(([a = ''], [b = '']) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return changes({
    document: '<r aa="1" zz="1"></r>',
    changes: [settingAttribute(way, name, '1'), settingAttribute(way, name, '2')],
    leaves: `<r${inOrder.map(([key, value]) => ` ${key}="${value}"`).join('')}></r>`,
    reads: { [`$root/$attr$${name}`]: '2', '$root/$attr$aa': '1', '$root/$attr$zz': '1' },
  });
};

interface DeletionRow {
  readonly way: SettingWay;
  readonly document: string;
  readonly attribute: string;
  readonly leaves: string;
}

export const deletesAttribute: Law<DeletionRow> = ({ way, document, attribute, leaves }) =>
  changes({
    ...{ document, leaves },
    changes: [settingAttribute(way, attribute, null)],
    reads: { [`$root/$attr$${attribute}`]: { $undefined: true } },
  });

/** What a node holds before its content is set. */
const CONTENTS = {
  text: 'old',
  nothing: '',
  elements: 'a<y>b<z c="1">d</z></y>e<y></y>',
  comments: '<!--a-->b<!--c-->',
  instructions: '<?a?>b<?c d?>',
} as const;

interface ContentRow<W> {
  readonly way: W;
  readonly content: keyof typeof CONTENTS;
}

const about = (content: string): string => `<r><x k="v">${content}</x>t</r>`;
const settingText = (way: SettingWay, value: string | null): ChangeStep =>
  way === 'method' ? ['$root/x', 'setText', value] : ['$root/x/$text', '=', value];

const textIs = (value: string, more: PathReadings = {}): PathReadings => ({
  '$root/x/$text': value,
  '$root/$text': `${value}t`,
  '$root/x/$attr$k': 'v',
  '$root/x/y': { $undefined: true },
  ...more,
});

export const setsText: Law<ContentRow<SettingWay> & { readonly value: string; readonly as: string }> = ({
  way,
  content,
  value,
  as,
}) =>
  changes({
    document: about(CONTENTS[content]),
    form: 'exclusive-with-comments',
    changes: [settingText(way, value)],
    leaves: about(as),
    reads: textIs(value),
  });

export const deletesText: Law<ContentRow<SettingWay | 'remove'>> = ({ way, content }) =>
  changes({
    document: about(CONTENTS[content]),
    form: 'exclusive-with-comments',
    changes: [way === 'remove' ? ['$root/x', 'removeText'] : settingText(way, null)],
    leaves: about(''),
    reads: textIs('', { '$root/x/$tags$y': [] }),
  });

interface TagsRow {
  readonly document: string;
  readonly in?: string;
  /** What is assigned: paths of nodes, or arguments. */
  readonly to: readonly Plain[];
  readonly form?: FormName;
  readonly leaves: string;
}

export const setsTags: Law<TagsRow> = ({ in: node = '$root', to, ...said }) =>
  changes({
    ...said,
    changes: [[`${node}/$tags`, '=', to.map((path) => (typeof path === 'string' ? { $node: path } : path))]],
    reads: { [`${node}/$tags$nothing`]: [] },
  });

/** What is read under a name once it was assigned to. */
const assigned = (document: string, change: ChangeStep, all: readonly string[]): Law<object> =>
  example({
    input: () =>
      scriptOf(
        { document, reads: { '$root/$tag$x/$text': null, '$root/$tags$x': null, '$root/y/$text': null } },
        [change],
        'c14n',
      ),
    probe: perform,
    expect: () =>
      record({
        ...isParsed,
        ended: list(attempted(anything)),
        read: list(
          attempted(all[0]),
          attempted(all.map((text) => ({ node: 'x', text }))),
          attempted(/<y>(.*?)<\/y>/.exec(document)?.[1]?.replaceAll(/<[^>]*>/g, '')),
        ),
      }),
  });

interface TagRow {
  readonly by: By;
  readonly document: string;
  readonly node: Plain;
  /** Contents of all elements of the name, in the end. */
  readonly all: readonly string[];
}

export const setsTag: Law<TagRow> = ({ by, document, node, all }) =>
  assigned(document, [`$root/${BEFORE[by]}x`, '=', node], all)({});

export const setsTagsOfName: Law<{
  readonly document: string;
  readonly nodes: readonly string[];
  readonly all: readonly string[];
}> = ({ document, nodes, all }) =>
  assigned(document, ['$root/$tags$x', '=', nodes.map(($node) => ({ $node }))], all)({});

/** That changes end, however they do, is all that is expected. */
export const recordsChanges: Law<Pick<ChangesRow, 'document' | 'changes'>> = example({
  input: (said) => scriptOf(said, said.changes, 'c14n'),
  probe: perform,
  expect: () => record({ ended: list(anything) }),
});

/** The change throws, and the document is what it was. */
export const refusesChange: Law<{ readonly document: string; readonly change: ChangeStep }> = example({
  input: ({ document, change }) => scriptOf({ document }, [change], 'c14n'),
  probe: perform,
  expect: ({ document }) => record({ ...isParsed, ended: list(list('threw', anything)), left: attempted(document) }),
});

/** Changes that take a value. */
const TAKING = {
  'add-child': ['$root', 'addChild'],
  tag: ['$root/$tag$x', '='],
  name: ['$root/x', '='],
  tags: ['$root/$tags', '='],
  'tags-of-name': ['$root/$tags$x', '='],
} as const;

export const refusesToTake: Law<{ readonly into: keyof typeof TAKING; readonly value: Plain }> = ({ into, value }) =>
  refusesChange({
    document: '<r a="1" b="2">t<x a="3">1</x><y></y><x>2</x></r>',
    change: [...TAKING[into], value],
  });

/** A document in its canonical form, whose content is `t`. */
interface Readable {
  readonly way: SettingWay;
  readonly attribute: string;
  readonly document?: string;
}

/** An attribute that is set by a name like that: what is left is the document as it was, or one that can be read. */
export const keepsReadable = example({
  input: ({ way, attribute, document = '<r b="1">t</r>' }: Readable) => ({ way, attribute, document }),
  probe: ({ way, attribute, document }, t) => {
    const doc = t.xml.parse(document);
    const set = t.attempt(() => {
      if (way === 'method') return t.invoke(doc.$root, 'setAttribute', [attribute, 'v']);
      Object(doc.$root)[`$attr$${attribute}`] = 'v';
      return undefined;
    })[0];
    const left = t.attempt(() => t.xml.c14n(doc).toString());
    return { set, left, read: t.attempt(() => t.xml.parse(`${left[1]}`).$root.$text) };
  },
  expect: ({ document = '<r b="1">t</r>' }) =>
    satisfies('a call that throws changes nothing, and what is left can be read', (came) => {
      const { set, left, read } = Object(came);
      if (String(read) !== 'returned,t') return `what is left cannot be read: ${left}`;
      return set === 'returned' || String(left) === `returned,${document}` || `what is left is ${left}`;
    }),
});

/** Wrappers from before a change, beside what is read anew. */
export const seen = example({
  input: () => ({ document: '<r a="1"><x>1</x></r>' }),
  probe: ({ document }, t) => {
    const doc = t.xml.parse(document);
    const root = doc.$root;
    const x = root.$tags[0] || root;
    const y = t.xml.parse('<y>2</y>').$root;
    const other = doc.$root;
    const looks = (): unknown =>
      [root, other, doc.$root].map((node) => {
        const of: { readonly [name: string]: unknown } = Object(node);
        return [of.$attr$a, node.$text, node.$tags.length, node.$tags.map((one) => one.$text)];
      });
    const first = looks();
    x.setText('3');
    const second = looks();
    other.addChild(y);
    other.setAttribute('a', '4');
    y.setText('5');
    const third = looks();
    (doc.$root.$tags[1] || root).setText('6');
    return [first, second, third, looks(), x.$text, y.$text];
  },
  expect: () => {
    const thrice = (...one: readonly unknown[]): unknown => [one, one, one];
    return equal([
      thrice('1', '1', 1, ['1']),
      thrice('1', '3', 1, ['3']),
      thrice('4', '32', 2, ['3', '2']),
      thrice('4', '36', 2, ['3', '6']),
      ...['3', '5'],
    ]);
  },
});

/** The same of attributes, one of which is there all the time. */
export const attributesSeen = example({
  input: () => '<r a="1" b="2"></r>',
  probe: (document, t) => {
    const root = t.xml.parse(document).$root;
    const before = root.$attrs;
    const looks = (): unknown =>
      [before, root.$attrs].map((attributes) => {
        const of: { readonly [name: string]: unknown } = Object(attributes);
        // What is there for an attribute that is not is judged elsewhere.
        return [of.a, of.b === null ? undefined : of.b, of.c === null ? undefined : of.c];
      });
    const first = looks();
    root.setAttribute('a', '3');
    const second = looks();
    root.setAttribute('c', '4');
    const third = looks();
    root.removeAttribute('b');
    return [first, second, third, looks()];
  },
  expect: () => {
    const twice = (...one: readonly unknown[]): unknown => [one, one];
    return equal([
      twice('1', '2', undefined),
      twice('3', '2', undefined),
      twice('3', '2', '4'),
      twice('3', undefined, '4'),
    ]);
  },
});

/** Reads and changes nodes that a document no longer has; the document is what it is without them. */
export const recordsGone = example({
  input: ({ way }: { readonly way: string }) => ({ way }),
  probe: ({ way }, t) => {
    const doc = t.xml.parse('<r><x a="1">1<y b="2">2</y></x></r>');
    const root = doc.$root;
    const x = root.$tags[0] || root;
    const y = x.$tags[0] || root;
    if (way === 'removeChildren') root.removeChildren();
    if (way === 'named') root.removeChildren('x');
    if (way === 'setText') root.setText('t');
    if (way === 'removeText') root.removeText();
    if (way === 'tags') root.$tags = [];
    const member = (node: unknown, name: string): unknown => Object(node)[name];
    const told = (value: unknown): unknown => (typeof value === 'object' && value !== null ? 'an object' : value);
    const looks = (node: unknown): unknown =>
      ['$name', '$text', '$ns', '$parent', '$attr$a', '$tags', 'y'].map((name) =>
        t.attempt(() => told(member(node, name))),
      );
    const before = [looks(x), looks(y)];
    const changed = [
      t.attempt(() => told(x.setText('3'))),
      t.attempt(() => told(y.setAttribute('b', '3'))),
      t.attempt(() => told(root.addChild(y))),
    ];
    return { before, changed, after: [looks(x), looks(y)], left: t.attempt(() => t.xml.serializeToString(doc)) };
  },
  expect: () => record({ left: list(typed('string'), anything) }),
});
