/** 3/file-system-module: drawn sequences of operations on descriptors. Each must end as in a model of POSIX. */
import fc from 'fast-check';
import { drawnDiskProperty } from '../../../language/disk.js';
import { unicodeText } from '../../support/arbitraries.js';
import { followOne } from '../../support/steps.js';
import { asDescribed, DescriptorModel } from './descriptor-model.js';
import { descriptorOrder, type FdForm, type FdStep, type MemoryView } from './descriptor-steps.js';
import { ENCODINGS } from './options.js';
import { type TreeDescription, treeOf } from './trees.js';

const FILES: TreeDescription = { a: 'abcdefghijklmnop', b: '', link: { link: 'a' }, dangling: { link: 'later' } };
const PATHS = ['a', 'b', 'c', 'link', 'dangling', 'later'] as const;
const FLAGS = ['r', 'r+', 'rs+', 'w', 'w+', 'wx', 'wx+', 'a', 'a+', 'ax', 'ax+', 'as', 'as+'] as const;
const LONGEST = 12;

const descriptor = fc.constantFrom('f', 'g', 'h');
const path = fc.constantFrom(...PATHS);
/** The position of an operation; undefined represents an omitted argument. */
const position = fc.oneof(
  fc.constantFrom<readonly unknown[]>([], [null], [undefined]),
  fc.nat({ max: 40 }).map((at): readonly unknown[] => [at]),
);

/** A Buffer within a memory, and an offset and a length within it. */
const placed = fc
  .record({
    bytes: fc.uint8Array({ minLength: 0, maxLength: LONGEST }),
    around: fc.nat({ max: 3 }),
    offset: fc.nat({ max: LONGEST }),
    length: fc.nat({ max: LONGEST }),
    isWhole: fc.boolean(),
  })
  .map(({ bytes, around, offset, length, isWhole }) => {
    const memory = Uint8Array.from([...Array(around).fill(7), ...bytes, ...Array(around).fill(9)]);
    const view: MemoryView = { kind: 'Buffer', memory, from: around, length: bytes.length };
    const from = Math.min(offset, bytes.length);
    return { view, from, length: Math.min(isWhole ? LONGEST : length, bytes.length - from) };
  });

const moving = (action: 'read' | 'write') =>
  fc
    .tuple(descriptor, placed, position)
    .map(([name, { view, from, length }, at]): FdStep => [action, name, view, from, length, ...at]);

const text = fc
  .tuple(descriptor, unicodeText(6), position, fc.option(fc.constantFrom(...ENCODINGS)))
  .map(([name, drawn, at, encoding]): FdStep => {
    // A row of a table has the empty text of each encoding, which a host of ours refuses.
    if (encoding === null || at.length === 0 || drawn === '') return ['text', name, drawn, ...at];
    return ['text', name, Buffer.from(drawn).toString(encoding), ...at, encoding];
  });

const opening = fc
  .tuple(descriptor, path, fc.option(fc.constantFrom(...FLAGS)))
  .map(([name, to, flag]): FdStep => ['open', name, to, ...(flag === null ? [] : [flag])]);

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: opening },
    { weight: 5, arbitrary: moving('read') },
    { weight: 5, arbitrary: moving('write') },
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: descriptor.map((name): FdStep => ['stat', name]) },
    { weight: 2, arbitrary: descriptor.map((name): FdStep => ['close', name]) },
    { weight: 1, arbitrary: fc.tuple(path, path).map(([from, to]): FdStep => ['move', from, to]) },
    { weight: 1, arbitrary: path.map((of): FdStep => ['remove', of]) },
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/** Steps that make sense: no open file is opened again, and no closed one is used, whose number may be another file's. */
function sensible(drawn: readonly FdStep[], form: FdForm): readonly FdStep[] {
  const model = new DescriptorModel({ files: FILES, form });
  return drawn.filter((step) => {
    const [action, name] = step;
    const isOpened = model.isOpen(name);
    const isSensible = action === 'move' || action === 'remove' || (action === 'open') !== isOpened;
    if (isSensible) model.step(step);
    return isSensible;
  });
}

/** Sequences on a few files that names, links and descriptors share. */
export const followDescriptors = drawnDiskProperty({
  inputs: ({ form }: { readonly form: FdForm }) => steps.map((drawn) => sensible(drawn, form)),
  inputOf: (steps, { form }) => descriptorOrder({ form, steps }),
  disk: () => treeOf(FILES),
  probe: followOne,
  expect: (steps, { form }) => asDescribed({ form, files: FILES, steps }),
});
