/** 3/file-system-module: which paths operations take. Each does with a name what it does with any other. */
import { constants } from 'node:os';
import type { InFolder } from '../../../language/disk.js';
import { diskExample, onDisk } from '../../../language/disk.js';
import {
  absent,
  anything,
  attempted,
  type ExpectedValue,
  either,
  equal,
  list,
  record,
  throws,
} from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import type { Probe } from '../../../language/trial.js';
import { type CallForm, memberFor, type PathForm, pathIn, spelled } from './calling.js';
import { type EntryChange, type EntryDescription, type TreeDescription, treeAfter, treeOf } from './trees.js';

/** What an operation does with a name: what has it before, what it gives, and what has it afterwards. */
interface NameEffect {
  readonly operation: string;
  readonly before?: EntryDescription;
  /** Arguments around the path; what another path stands for is told by the number of the name. */
  readonly args: (path: unknown, i: number) => readonly unknown[];
  readonly gives: (path: string) => ExpectedValue;
  readonly after?: EntryChange;
  /** Other entries, by the number of the name. */
  readonly others?: (
    i: number,
    path: string,
  ) => { readonly before: TreeDescription; readonly after: { readonly [path: string]: EntryChange } };
}

const alone = (path: unknown): readonly unknown[] => [path];
const nothing = (): ExpectedValue => absent;

const EFFECTS = {
  access: { operation: 'access', before: 'content', args: alone, gives: nothing },
  exists: { operation: 'exists', before: 'content', args: alone, gives: () => true },
  stat: { operation: 'stat', before: 'content', args: alone, gives: () => 7 },
  lstat: { operation: 'lstat', before: 'content', args: alone, gives: () => 7 },
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
    args: (path, i) => [path, `${FOLDER}/link-${i}`],
    gives: nothing,
    others: (i, path) => ({ before: {}, after: { [`link-${i}`]: { link: path } } }),
  },
  from: {
    operation: 'rename',
    before: 'content',
    args: (path, i) => [path, `${FOLDER}/to-${i}`],
    gives: nothing,
    after: null,
    others: (i) => ({ before: {}, after: { [`to-${i}`]: 'content' } }),
  },
  to: {
    operation: 'rename',
    args: (path, i) => [`${FOLDER}/from-${i}`, path],
    gives: nothing,
    after: 'moved',
    others: (i) => ({ before: { [`from-${i}`]: 'moved' }, after: { [`from-${i}`]: null } }),
  },
} satisfies { readonly [name: string]: NameEffect };

type EffectName = keyof typeof EFFECTS;

const effectOf = (name: EffectName): NameEffect => EFFECTS[name];

/** What the probe is told. */
interface NameCalls {
  readonly form: CallForm;
  readonly member: string;
  readonly calls: readonly (readonly unknown[])[];
  /** Whether each Buffer is to be a part of a longer memory. */
  readonly isPart?: boolean;
}

/** Makes the calls; of an fs.Stats its size is told. */
const act: Probe<InFolder<NameCalls>> = async ({ given }, t) => {
  const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
  const isStat = /^l?stat/.test(given.member);
  const part = (arg: unknown): unknown => {
    if (given.isPart !== true || !Buffer.isBuffer(arg)) return arg;
    const longer = Buffer.concat([Buffer.from('/#/'), arg, Buffer.from('x')]);
    return t.invoke(longer, 'subarray', [3, 3 + arg.length]);
  };
  const ends: unknown[] = [];
  for (let i = 0; i < given.calls.length; i++) {
    const args = (given.calls[i] || []).map(part);
    const end = await t.outcome(() => t.invoke(on, given.member, args));
    ends.push(isStat && end[0] === 'returned' && end[1] ? ['returned', Object(end[1]).size] : end);
  }
  return ends;
};

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

function treeFor({ does, names }: NamesRow): TreeDescription {
  const { before, others } = effectOf(does);
  return together<EntryDescription>(names, (name, i) => ({
    ...(before === undefined ? {} : { [name]: before }),
    ...others?.(i, pathIn(name)).before,
  }));
}

function changesFor({ does, names }: NamesRow): { readonly [path: string]: EntryChange } {
  const { after, others } = effectOf(does);
  return together<EntryChange>(names, (name, i) => ({
    ...(after === undefined ? {} : { [name]: after }),
    ...others?.(i, pathIn(name)).after,
  }));
}

const ordersFor = ({ does, form, as, names }: NamesRow): NameCalls => {
  const { operation, args } = effectOf(does);
  const isPart = as === 'part';
  const path = (name: string): unknown => spelled(pathIn(name), isPart ? 'buffer' : as);
  return { form, member: memberFor(operation, form), calls: names.map((name, i) => args(path(name), i)), isPart };
};

/** Every name is one like any other. */
export const takesNames = diskExample({
  disk: (data: NamesRow) => treeOf(treeFor(data)),
  input: ordersFor,
  probe: act,
  expect: (data: NamesRow) => {
    const { gives } = effectOf(data.does);
    const ends = data.names.map((name) => attempted(gives(pathIn(name))));
    return onDisk(list(...ends), treeAfter(treeFor(data), changesFor(data)));
  },
});

/** A path of so many bytes, of which most do nothing. */
interface LongPathRow {
  readonly does: Exclude<EffectName, 'target' | 'realpath'>;
  readonly form: CallForm;
  readonly length: number;
}

const naming = ({ does, form }: Pick<LongPathRow, 'does' | 'form'>): NamesRow => ({
  does,
  form,
  as: 'text',
  names: ['name'],
});

/** How long the folder's own path is, the target alone knows. */
export const takesLong = diskExample({
  disk: (data: LongPathRow) => treeOf(treeFor(naming(data))),
  input: (data: LongPathRow) => ({ ...ordersFor(naming(data)), path: pathIn('name'), length: data.length }),
  probe: async ({ folder, given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const missing = given.length - Buffer.from(folder).length - '/name'.length;
    if (missing < 0) t.unobservable('the folder has too long a path');
    const path = `${folder}/${'/'.repeat(missing % 2)}${'./'.repeat((missing - (missing % 2)) / 2)}name`;
    const args = (given.calls[0] || []).map((arg) => (arg === given.path ? path : arg));
    const isStat = /^l?stat/.test(given.member);
    const end = await t.outcome(() => t.invoke(on, given.member, args));
    return [isStat && end[0] === 'returned' ? ['returned', Object(end[1]).size] : end];
  },
  expect: (data: LongPathRow) => {
    const { gives } = effectOf(data.does);
    const tree = treeAfter(treeFor(naming(data)), changesFor(naming(data)));
    return onDisk(list(attempted(gives(pathIn('name')))), tree);
  },
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
const written = (path: string): string => path.replace(/~(\d+)/, (_, times: string) => './'.repeat(Number(times)));

/** Nothing is done, least of all with what the path begins with. */
export const refusesPaths = diskExample({
  disk: () => treeOf(BESIDE),
  input: ({ does, form, as, paths }: MissingPathsRow): NameCalls => {
    const { operation, args } = effectOf(does);
    return {
      form,
      member: memberFor(operation, form),
      calls: paths.map((path) => args(spelled(written(path), as), 0)),
    };
  },
  probe: act,
  expect: ({ does, paths, wrong = false }: MissingPathsRow) => {
    const end = attempted(endOf(does, wrong));
    return onDisk(list(...paths.map(() => end)), treeAfter(BESIDE, {}));
  },
});

/** By default lstat gives undefined where there is nothing. */
function endOf(does: EffectName, isWrong: boolean): ExpectedValue {
  if (does === 'lstat') return either(absent, throws());
  if (does !== 'exists') return throws();
  return isWrong ? either(false, throws()) : false;
}

interface SystemErrorRow {
  readonly does: EffectName;
  readonly form: CallForm;
  readonly path: string;
  /** Of an error of the system; what is told of others is left open. */
  readonly code?: keyof typeof constants.errno;
}

/** What the system was asked for, where it is not the operation itself. */
const SYSCALLS: { readonly [operation: string]: string } = {
  readFile: 'open',
  writeFile: 'open',
  appendFile: 'open',
  readdir: 'opendir',
};

function toldOf({ does, path, code }: SystemErrorRow): ExpectedValue {
  if (code === undefined) return anything;
  const { operation } = effectOf(does);
  return record({
    name: 'Error',
    code,
    errno: constants.errno[code],
    syscall: SYSCALLS[operation] ?? operation,
    path: operation === 'rename' ? absent : path,
  });
}

export const tellsErrors = diskExample({
  disk: () => treeOf(BESIDE),
  input: ({ does, form, path }: SystemErrorRow) => {
    const { operation, args } = effectOf(does);
    return { form, member: memberFor(operation, form), args: args(spelled(path, 'text'), 0) };
  },
  probe: async ({ given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    try {
      await t.invoke(on, given.member, given.args);
      return 'no error';
    } catch (e) {
      const error = Object(e);
      const told = { name: error.name, code: error.code, errno: error.errno, syscall: error.syscall, path: error.path };
      return { isError: e instanceof Error, told };
    }
  },
  expect: (of: SystemErrorRow) => record({ gave: record({ isError: equal(true), told: toldOf(of) }) }),
});
