/** 3/file-system-module: which bytes of a view whole-file operations write, and with which permissions they make files. */
import { encode } from '../../../language/encoding.js';
import { either } from '../../../language/expectation.js';
import { contentOf } from '../../support/contents.js';
import { widthOf } from './descriptor-model.js';
import { viewMakes } from './descriptor-steps.js';
import { closeIn, expectedIn, type FolderSteps, inFolder, pathIn } from './folder.js';

const A = pathIn('a');

/** A view of memory that begins inside of it, of a kind that is made in the target. */
interface ViewWriteRow {
  readonly kind: string;
  readonly offset: number;
  /** In elements. */
  readonly length: number;
  readonly operation: 'writeFile' | 'appendFile';
  readonly promised: boolean;
  /** A part of the view is written, cut by its own `subarray`. */
  readonly cut?: boolean;
}

const MEMORY = Buffer.from(contentOf('bytes', 64));

const isWhole = ({ kind }: ViewWriteRow): boolean => kind === 'ArrayBuffer';

function viewSteps(data: ViewWriteRow): FolderSteps {
  const { kind, offset: from, length, operation, promised, cut = false } = data;
  const view = { kind, memory: MEMORY, from, length, ...(cut && { within: [1, length - 1] as const }) };
  const made = viewMakes(isWhole(data) ? { ...view, kind: 'Uint8Array' } : view);
  return {
    promised,
    tree: { a: 'old' },
    bytes: encode(MEMORY),
    make: made,
    steps: [
      { call: [operation, A, isWhole(data) ? '$memory.buffer' : '$view'], returns: { $any: true } },
      // The memory that was written is as it was.
      { value: '$memory', returns: encode(Uint8Array.from(MEMORY)) },
    ],
  };
}

const shownBytes = ({ kind, offset, length, cut = false }: ViewWriteRow): Buffer => {
  if (kind === 'ArrayBuffer') return MEMORY;
  const width = widthOf(kind);
  const [from, to] = cut ? [offset + width, offset + width * (length - 1)] : [offset, offset + width * length];
  return MEMORY.subarray(from, to);
};

/** The steps write this; or this alone, where they append nothing. */
function writing(data: ViewWriteRow, content: string | Buffer): FolderSteps {
  const old = data.operation === 'appendFile' ? 'old' : '';
  return { ...viewSteps(data), leaves: { a: { file: Buffer.concat([Buffer.from(old), Buffer.from(content)]) } } };
}

/** The bytes that a view shows. */
export const writesView = inFolder((data: ViewWriteRow) => writing(data, shownBytes(data)));

/** The same, or a TypeError and nothing written, or the text that other objects are turned into. */
export const writesOtherView = inFolder((data: ViewWriteRow) => {
  const doing = viewSteps(data);
  const [write, ...more] = doing.steps;
  return {
    ...doing,
    expected: either(
      expectedIn(writing(data, shownBytes(data))),
      expectedIn({ ...doing, steps: [{ ...write, throws: 'TypeError' }, ...more] }),
      expectedIn(writing(data, `[object ${data.kind}]`)),
    ),
  };
});

/** A file that is made gets the permissions that it is to be made with, as far as the umask leaves them; one that is there keeps its own. */
interface ModeRow {
  readonly operation: 'open' | 'writeFile' | 'appendFile';
  readonly promised: boolean;
  /** Left out for the default. */
  readonly mode?: number;
  readonly exists?: boolean;
}

export const makesFile = inFolder(({ operation, promised, mode, exists = false }: ModeRow): FolderSteps => {
  const returns = { $any: true };
  const form = promised ? 'promise' : 'sync';
  const options = mode === undefined ? [] : [{ mode }];
  const old = exists && operation !== 'writeFile' ? 'old' : '';
  const content = operation === 'open' ? old : `${old}x`;
  return {
    promised,
    tree: exists ? { a: { file: 'old', mode: 0o640 } } : {},
    steps:
      operation === 'open'
        ? [
            { call: ['open', A, 'a', ...(mode === undefined ? [] : [mode])], as: 'file', shown: false, returns },
            closeIn(form, 'file'),
          ]
        : [{ call: [operation, A, 'x', ...options], returns }],
    leaves: { a: { file: content, ...(exists ? { mode: 0o640 } : { made: mode ?? 0o666 }) } },
  };
});
