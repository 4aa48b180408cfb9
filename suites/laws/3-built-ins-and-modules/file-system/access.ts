/** 3/file-system-module/access-sync, exists-sync, 3/file-access-constants: permitted operations on entries. */
import { diskExample } from '../../../language/disk.js';
import { satisfies } from '../../../language/expectation.js';
import { type DiskObservation, file, folder, link, type Tree } from '../../../language/fixture.js';
import { example } from '../../../language/law.js';
import { type CallForm, pathIn } from './folder.js';

/** Permissions of the tested entries: the same for everybody, and for one class only. */
const MODES = [
  0, 0o111, 0o222, 0o333, 0o444, 0o555, 0o666, 0o777, 0o700, 0o070, 0o007, 0o100, 0o010, 0o001, 0o400, 0o200, 0o644,
  0o755,
] as const;

/** Each has a link to it as well. */
const TRIED = MODES.flatMap((mode) =>
  (['file', 'folder'] as const).map((kind) => ({ path: `${kind}-${mode.toString(8).padStart(3, '0')}`, kind, mode })),
);

const linkTo = (path: string): string => `link-${path}`;

const TREE: Tree = Object.fromEntries(
  TRIED.flatMap(({ path, kind, mode }) => [
    [path, kind === 'file' ? file('content', { mode }) : folder({}, { mode })],
    [linkTo(path), link(path)],
  ]),
);

const BITS = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 };
type ConstantName = keyof typeof BITS;

interface AccessModeRow {
  readonly form: CallForm;
  /** Combined they are the mode; without any it is omitted. */
  readonly mode: readonly ConstantName[];
  /** Omitted as `undefined`. */
  readonly isUndefined?: boolean;
}

/** Whether the owner of an entry has the permission. A user without restrictions may only execute a file if someone may. */
function isGranted({ kind, mode }: (typeof TRIED)[number], names: readonly ConstantName[], isBound: boolean) {
  const asked = names.reduce((bits, name) => bits | BITS[name], 0);
  if (isBound) return ((mode >> 6) & asked) === asked;
  return (asked & 1) === 0 || kind === 'folder' || (mode & 0o111) !== 0;
}

export const grantsAccess = diskExample({
  disk: () => TREE,
  inputOf: ({ form, mode, isUndefined = false }: AccessModeRow) => ({
    form,
    member: form === 'sync' ? 'accessSync' : 'access',
    mode,
    isUndefined,
    paths: TRIED.flatMap(({ path }) => [pathIn(path), pathIn(linkTo(path))]),
  }),
  probe: async (given, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const constants = t.at('fs.constants');
    const mode = given.mode.reduce((bits, name) => bits | Number(Object(constants)[name]), 0);
    const more = given.mode.length > 0 ? [mode] : given.isUndefined ? [undefined] : [];
    const ends: unknown[] = [];
    for (let i = 0; i < given.paths.length; i++) {
      const path: unknown = given.paths[i];
      const end = await t.outcome(() => t.invoke(on, given.member, [path].concat(more)));
      if (end[0] === 'threw') ends.push('refused');
      else ends.push(end[1] === undefined ? 'granted' : end[1]);
    }
    return ends;
  },
  expect: ({ mode }: AccessModeRow) =>
    satisfies('the permissions of each entry', (value) => {
      const { result, bound }: DiskObservation<readonly unknown[]> = Object(value);
      if (!Array.isArray(result) || result.length !== 2 * TRIED.length) return `${2 * TRIED.length} ends are expected`;
      const wrong = TRIED.find((one, i) => {
        const expected = isGranted(one, mode, bound) ? 'granted' : 'refused';
        return result[2 * i] !== expected || result[2 * i + 1] !== expected;
      });
      return wrong === undefined || `${wrong.path} or the link to it is not as expected`;
    }),
});

export const areSingleBits = example({
  input: (_: object) => null,
  probe: (_, t) => {
    const constants = Object(t.at('fs.constants'));
    return ['F_OK', 'R_OK', 'W_OK', 'X_OK'].map((name) => Number(constants[name]));
  },
  expect: () =>
    satisfies('no bit, and one bit each', (value) => {
      const [none, ...bits]: readonly number[] = Array.isArray(value) ? value.map(Number) : [];
      const all = bits.reduce((sum, bit) => sum | bit, 0);
      const areSingle = bits.every((bit) => Number.isInteger(bit) && bit > 0 && (bit & (bit - 1)) === 0);
      if (none === undefined || !Number.isInteger(none) || (none & all) !== 0) return `F_OK is ${none}`;
      return (areSingle && all === bits.reduce((sum, bit) => sum + bit, 0)) || `the others are ${bits.join(', ')}`;
    }),
});
