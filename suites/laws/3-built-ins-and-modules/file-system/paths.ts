/** 3/file-system-module: which paths operations take. Each does with a name what it does with any other. */
import { constants } from 'node:os';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { encode } from '../../../language/encoding.js';
import {
  absent,
  anything,
  attempted,
  type Expectation,
  either,
  equal,
  list,
  throws,
} from '../../../language/expectation.js';
import { nameOfText } from '../../../language/names.js';
import { type CallForm, callIn, inFolder, type PathForm, pathIn, spelled } from './folder.js';
import { UNDEFINED } from './options.js';
import type { EntryChange, EntryDescription, TreeChanges, TreeDescription } from './trees.js';

/** What an operation does with a name: what has it before, what it gives, and what has it afterwards. */
interface NameEffect {
  readonly operation: string;
  readonly before?: EntryDescription;
  /** Arguments around the path; other paths are numbered like the name. */
  readonly args: (path: Plain, i: number) => readonly Plain[];
  readonly gives: (path: string) => Plain;
  readonly after?: EntryChange;
  /** Other entries, by the number of the name. */
  readonly others?: (
    i: number,
    path: string,
  ) => { readonly before: TreeDescription; readonly after: { readonly [path: string]: EntryChange } };
}

const alone = (path: Plain): readonly Plain[] => [path];
const nothing = (): Plain => UNDEFINED;

const EFFECTS = {
  access: { operation: 'access', before: 'content', args: alone, gives: nothing },
  exists: { operation: 'exists', before: 'content', args: alone, gives: () => true },
  stat: { operation: 'stat', before: 'content', args: alone, gives: () => [7] },
  lstat: { operation: 'lstat', before: 'content', args: alone, gives: () => [7] },
  readFile: { operation: 'readFile', before: 'content', args: (path) => [path, 'utf8'], gives: () => 'content' },
  writeFile: { operation: 'writeFile', args: (path) => [path, 'new'], gives: nothing, after: 'new' },
  appendFile: { operation: 'appendFile', before: 'old', args: (path) => [path, '+'], gives: nothing, after: 'old+' },
  unlink: { operation: 'unlink', before: 'content', args: alone, gives: nothing, after: null },
  mkdir: { operation: 'mkdir', args: alone, gives: nothing, after: { folder: {} } },
  rmdir: { operation: 'rmdir', before: { folder: {} }, args: alone, gives: nothing, after: null },
  readdir: { operation: 'readdir', before: { folder: { inside: '' } }, args: alone, gives: () => ['inside'] },
  readlink: { operation: 'readlink', before: { link: 'target' }, args: alone, gives: () => 'target' },
  realpath: {
    operation: 'realpath',
    before: 'content',
    args: (path) => [path, 'buffer'],
    gives: (path) => spelled(path, 'buffer'),
  },
  symlink: { operation: 'symlink', args: (path) => ['target', path], gives: nothing, after: { link: 'target' } },
  target: {
    operation: 'symlink',
    args: (path, i) => [path, pathIn(`link-${i}`)],
    gives: nothing,
    others: (i, path) => ({ before: {}, after: { [`link-${i}`]: { link: path } } }),
  },
  from: {
    operation: 'rename',
    before: 'content',
    args: (path, i) => [path, pathIn(`to-${i}`)],
    gives: nothing,
    after: null,
    others: (i) => ({ before: {}, after: { [`to-${i}`]: 'content' } }),
  },
  to: {
    operation: 'rename',
    args: (path, i) => [pathIn(`from-${i}`), path],
    gives: nothing,
    after: 'moved',
    others: (i) => ({ before: { [`from-${i}`]: 'moved' }, after: { [`from-${i}`]: null } }),
  },
} satisfies { readonly [name: string]: NameEffect };

type EffectName = keyof typeof EFFECTS;

const effectOf = (name: EffectName): NameEffect => EFFECTS[name];

/** The call with a path; of an fs.Stats its size is shown. */
function callWith(does: EffectName, form: CallForm, path: Plain, i: number): Step {
  const { operation, args } = effectOf(does);
  const isStat = operation === 'stat' || operation === 'lstat';
  return callIn(form, [operation, ...args(path, i)], isStat ? { as: 'stats', shown: [['$stats.size']] } : {});
}

/** Calls with names as fixtures write them. */
interface NamesRow {
  readonly does: EffectName;
  readonly form: CallForm;
  /** `part`: as a Buffer that begins and ends within a longer memory. */
  readonly as: PathForm | 'part';
  readonly names: readonly string[];
}

/** All that is there before the calls, or changes by them. */
const together = <T>(names: readonly string[], of: (name: string, i: number) => { readonly [path: string]: T }) =>
  Object.assign({}, ...names.map(of)) satisfies { readonly [path: string]: T };

function treeFor({ does, names }: Pick<NamesRow, 'does' | 'names'>): TreeDescription {
  const { before, others } = effectOf(does);
  return together<EntryDescription>(names, (name, i) => ({
    ...(before === undefined ? {} : { [name]: before }),
    ...others?.(i, pathIn(name)).before,
  }));
}

function changesFor({ does, names }: Pick<NamesRow, 'does' | 'names'>): TreeChanges {
  const { after, others } = effectOf(does);
  return together<EntryChange>(names, (name, i) => ({
    ...(after === undefined ? {} : { [name]: after }),
    ...others?.(i, pathIn(name)).after,
  }));
}

/** A Buffer between other bytes of its memory. */
const partOf = (path: string): Plain => encode(Buffer.concat([Buffer.from('/#/'), nameOfText(path), Buffer.from('x')]));

/** Every name is one like any other. */
export const acceptsNames = inFolder(({ does, form, as, names }: NamesRow) => {
  const paths = names.map((name, i) => (as === 'part' ? `$part${i}` : spelled(pathIn(name), as)));
  const parts = names.map((name, i) => [
    [`memory${i}`, { value: partOf(pathIn(name)) }],
    [`part${i}`, { on: `$memory${i}`, call: ['subarray', 3, -1] }],
  ]);
  return {
    tree: treeFor({ does, names }),
    make: as === 'part' ? Object.fromEntries(parts.flat()) : {},
    steps: paths.map((path, i) => callWith(does, form, path, i)),
    thens: names.map((name) => effectOf(does).gives(pathIn(name))),
    leaves: changesFor({ does, names }),
  };
});

/** A path of so many bytes, of which most do nothing. */
interface LongPathRow {
  readonly does: Exclude<EffectName, 'target' | 'realpath'>;
  readonly form: CallForm;
  readonly length: number;
}

/** How long the folder's own path is, the target alone knows. */
export const acceptsLongPath = inFolder(({ does, form, length }: LongPathRow) => {
  const named = { does, names: ['name'] };
  return {
    tree: treeFor(named),
    make: {
      folder: { value: pathIn('') },
      padded: { on: '$folder', call: ['padEnd', length - 'name'.length, '/'] },
      path: { on: '$padded', call: ['concat', 'name'] },
    },
    steps: [callWith(does, form, '$path', 0)],
    thens: [effectOf(does).gives('')],
    leaves: changesFor(named),
  };
});

/** Paths that name nothing, beside entries that they begin with. */
interface MissingPathsRow {
  readonly does: EffectName;
  readonly form: CallForm;
  readonly as: PathForm;
  readonly paths: readonly string[];
  /** Whether existsSync may throw, too. */
  readonly wrong?: boolean;
}

const BESIDE: TreeDescription = {
  f: 'content',
  folder: { folder: {} },
  link: { link: 'f' },
  'from-0': 'moved',
};

/** NUL is written `%00`, and a path of so many times `./` as `~` and that number. */
const longer = (path: string): string => path.replace(/~(\d+)/, (_, times: string) => './'.repeat(Number(times)));

/** Nothing is done, least of all with what the path begins with. */
export const refusesPaths = inFolder(({ does, form, as, paths, wrong = false }: MissingPathsRow) => ({
  tree: BESIDE,
  steps: paths.map((path) => callWith(does, form, spelled(longer(path), as), 0)),
  outcomes: paths.map(() => attempted(refusalOf(does, wrong))),
}));

/** By default lstat gives undefined where there is nothing. */
function refusalOf(does: EffectName, isWrong: boolean): Expectation {
  if (does === 'lstat') return either(list(absent), throws());
  if (does !== 'exists') return throws();
  return isWrong ? either(false, throws()) : equal(false);
}

interface SystemErrorRow {
  readonly does: EffectName;
  readonly form: CallForm;
  readonly path: string;
  /** Of an error of the system; the members of others are left open. */
  readonly code?: keyof typeof constants.errno;
}

/** What the system was asked for, where it is not the operation itself. */
const SYSCALLS: { readonly [operation: string]: string } = {
  readFile: 'open',
  writeFile: 'open',
  appendFile: 'open',
  readdir: 'opendir',
};

function membersOf({ does, path, code }: SystemErrorRow): readonly unknown[] {
  if (code === undefined) return Array(5).fill(anything);
  const { operation } = effectOf(does);
  const given = operation === 'rename' ? absent : path;
  return ['Error', code, constants.errno[code], SYSCALLS[operation] ?? operation, given];
}

export const reportsError = inFolder((data: SystemErrorRow) => ({
  tree: BESIDE,
  steps: [
    callWith(data.does, data.form, spelled(data.path, 'text'), 0),
    {
      value: '$error',
      shown: [
        { on: 'Error.prototype', call: ['isPrototypeOf', '$error'] },
        ...['name', 'code', 'errno', 'syscall', 'path'].map((member) => [`$error.${member}`]),
      ],
    },
  ],
  outcomes: [attempted(throws()), attempted(list(true, ...membersOf(data)))],
}));
