/** 3/file-system-module: paths that operations accept. Each treats a name like any other. */
import { constants } from 'node:os';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { encode } from '../../../language/encoding.js';
import {
  anything,
  attempted,
  type Expectation,
  either,
  equal,
  list,
  oneOf,
  throws,
} from '../../../language/expectation.js';
import { nameOfText } from '../../../language/names.js';
import { type CallForm, inFolder, type PathForm, pathIn, spelled } from './folder.js';
import { asModelled, type FileOperation, operationStep } from './operations.js';
import type { EntryDescription, TreeDescription } from './trees.js';

/** An operation with a path, and the tree before; other paths are numbered like the name. */
interface PathUse {
  readonly operation: (path: Plain, i: number) => FileOperation<Plain>;
  readonly before?: EntryDescription;
  readonly others?: (i: number) => TreeDescription;
}

const USES = {
  access: { before: 'content', operation: (path) => ['access', path] },
  exists: { before: 'content', operation: (path) => ['exists', path] },
  stat: { before: 'content', operation: (path) => ['stat', path] },
  lstat: { before: 'content', operation: (path) => ['lstat', path] },
  readFile: { before: 'content', operation: (path) => ['readFile', path, 'utf8'] },
  writeFile: { operation: (path) => ['writeFile', path, 'new'] },
  appendFile: { before: 'old', operation: (path) => ['appendFile', path, '+'] },
  unlink: { before: 'content', operation: (path) => ['unlink', path] },
  mkdir: { operation: (path) => ['mkdir', path] },
  rmdir: { before: { folder: {} }, operation: (path) => ['rmdir', path] },
  readdir: { before: { folder: { inside: '' } }, operation: (path) => ['readdir', path] },
  readlink: { before: { link: 'target' }, operation: (path) => ['readlink', path] },
  realpath: { before: 'content', operation: (path) => ['realpath', path, 'buffer'] },
  symlink: { operation: (path) => ['symlink', 'target', path] },
  target: { operation: (path, i) => ['symlink', path, pathIn(`link-${i}`)] },
  from: { before: 'content', operation: (path, i) => ['rename', path, pathIn(`to-${i}`)] },
  to: {
    operation: (path, i) => ['rename', pathIn(`from-${i}`), path],
    others: (i) => ({ [`from-${i}`]: 'moved' }),
  },
} satisfies { readonly [name: string]: PathUse };

type UseName = keyof typeof USES;

const useOf = (name: UseName): PathUse => USES[name];

const stepWith = (does: UseName, form: CallForm, path: Plain, i = 0): Step =>
  operationStep(form, useOf(does).operation(path, i));

/** Calls with names in the form of fixtures. */
interface NamesRow {
  readonly does: UseName;
  readonly form: CallForm;
  /** `part`: as a Buffer that begins and ends within a longer memory. */
  readonly as: PathForm | 'part';
  readonly names: readonly string[];
}

/** The tree before, and how operations with the names end in the model. */
const modelled = ({ does, names }: Pick<NamesRow, 'does' | 'names'>) => {
  const { before, others, operation } = useOf(does);
  const entries = names.flatMap((name, i) => [
    ...(before === undefined ? [] : [[name, before] as const]),
    ...Object.entries(others?.(i) ?? {}),
  ]);
  const tree: TreeDescription = Object.fromEntries(entries);
  return {
    tree,
    expected: asModelled(
      tree,
      names.map((name, i) => operation(pathIn(name), i)),
    ),
  };
};

/** A Buffer between other bytes of its memory. */
const partOf = (path: string): Plain => encode(Buffer.concat([Buffer.from('/#/'), nameOfText(path), Buffer.from('x')]));

/** Every name is treated like any other. */
export const acceptsNames = inFolder(({ does, form, as, names }: NamesRow) => {
  const paths = names.map((name, i) => (as === 'part' ? `$part${i}` : spelled(pathIn(name), as)));
  const parts = names.map((name, i): [string, Step][] => [
    [`memory${i}`, { value: partOf(pathIn(name)) }],
    [`part${i}`, { on: `$memory${i}`, call: ['subarray', 3, -1] }],
  ]);
  return {
    ...modelled({ does, names }),
    make: as === 'part' ? Object.fromEntries(parts.flat()) : {},
    steps: paths.map((path, i) => stepWith(does, form, path, i)),
  };
});

/** A path of this length, most of whose parts have no effect. */
interface LongPathRow {
  readonly does: Exclude<UseName, 'target' | 'realpath'>;
  readonly form: CallForm;
  readonly length: number;
}

/** Only the target knows the length of the folder's own path. */
export const acceptsLongPath = inFolder(({ does, form, length }: LongPathRow) => ({
  ...modelled({ does, names: ['name'] }),
  make: {
    folder: { value: pathIn('') },
    padded: { on: '$folder', call: ['padEnd', length - 'name'.length, '/'] },
    path: { on: '$padded', call: ['concat', 'name'] },
  },
  steps: [stepWith(does, form, '$path')],
}));

/** Paths that name nothing, beside entries that they begin with. */
interface MissingPathsRow {
  readonly does: UseName;
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

/** NUL is written `%00`, and a path with repeated `./` as `~` and the number. */
const longer = (path: string): string => path.replace(/~(\d+)/, (_, times: string) => './'.repeat(Number(times)));

/** Nothing changes, in particular not the entry that the path begins with. */
export const refusesPaths = inFolder(({ does, form, as, paths, wrong = false }: MissingPathsRow) => ({
  tree: BESIDE,
  steps: paths.map((path) => stepWith(does, form, spelled(longer(path), as))),
  outcomes: paths.map(() => attempted(refusalOf(does, wrong))),
}));

/** By default lstat may return undefined, which has no methods either. */
function refusalOf(does: UseName, isWrong: boolean): Expectation {
  if (does !== 'exists') return throws();
  return isWrong ? either(false, throws()) : equal(false);
}

interface SystemErrorRow {
  readonly does: UseName;
  readonly form: CallForm;
  readonly path: string;
  /** Of an error of the system; the members of others are left open. */
  readonly code?: keyof typeof constants.errno;
}

/** The system call, if it is not the operation itself. Hosts differ in two of them. */
const SYSCALLS: { readonly [operation: string]: string | Expectation } = {
  readFile: 'open',
  writeFile: 'open',
  appendFile: 'open',
  readdir: oneOf('readdir', 'opendir', 'scandir'),
  realpath: oneOf('realpath', 'lstat'),
};

/** Hosts differ in the path of operations on two paths, or on all parts of one. */
const OF_TWO_PATHS = ['rename', 'symlink', 'realpath'];

function membersOf({ does, path, code }: SystemErrorRow): readonly unknown[] {
  if (code === undefined) return Array(5).fill(anything);
  const [operation] = useOf(does).operation(path, 0);
  const given = OF_TWO_PATHS.includes(operation) ? anything : path;
  const number = constants.errno[code];
  return ['Error', code, oneOf(number, -number), SYSCALLS[operation] ?? operation, given];
}

export const reportsError = inFolder((data: SystemErrorRow) => ({
  tree: BESIDE,
  steps: [
    stepWith(data.does, data.form, spelled(data.path, 'text')),
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
