/** 3/file-system-module: the bytes of a view that whole-file operations write, and the permissions of new files. */
import { encode } from '../../../language/encoding.js';
import { either } from '../../../language/expectation.js';
import { contentOf } from '../../support/contents.js';
import { widthOf } from './descriptor-model.js';
import { viewMakes } from './descriptor-steps.js';
import { closeIn, expectedIn, type FolderSteps, inFolder, pathIn } from './folder.js';

const A = pathIn('a');

/** A view that begins inside its memory, of a kind that is created in the target. */
interface ViewWriteRow {
  readonly kind: string;
  readonly offset: number;
  /** In elements. */
  readonly length: number;
  readonly operation: 'writeFile' | 'appendFile';
  readonly promised: boolean;
  /** A part of the view is written, selected by its own `subarray`. */
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
      // The written memory is unchanged.
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

/** The steps write this; or only this, if they append nothing. */
function writing(data: ViewWriteRow, content: string | Buffer): FolderSteps {
  const old = data.operation === 'appendFile' ? 'old' : '';
  return { ...viewSteps(data), leaves: { a: { file: Buffer.concat([Buffer.from(old), Buffer.from(content)]) } } };
}

/** The bytes in a view. */
export const writesView = inFolder((data: ViewWriteRow) => writing(data, shownBytes(data)));

/** The same, or a TypeError and nothing written, or the string conversion of objects. */
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

/** A new file gets the permissions of the call, reduced by the umask; an existing one keeps its own. */
interface ModeRow {
  readonly operation: 'open' | 'writeFile' | 'appendFile';
  readonly promised: boolean;
  /** Omitted for the default. */
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
