import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import type { Plain } from '../../../../spec/types/requirement.js';
import { compare } from '../../../executor/judge.js';
import { fieldOf } from '../../../executor/plain.js';
import type { Job } from '../../../inside/job.js';
import { fileWith, folderWith, linkTo, onDisk } from '../../../language/disk.js';
import { decode } from '../../../language/encoding.js';
import { lift } from '../../../language/expectation.js';
import { device, fifo, file, folder, hardLink, link, socket, type Tree } from '../../../language/fixture.js';
import { nameOfText, textOfName } from '../../../language/names.js';
import type { Observation } from '../../../language/observation.js';
import { underUmask } from '../umask.js';
import { lookAt, removeDiskTree } from './look.js';
import { evaluateOnDisk } from './on-disk.js';

const scratch = (): string => mkdtempSync(join(tmpdir(), 'srvspec-test-'));

/** Evaluates one input on a target that does this in the trial's folder. */
async function observed(
  tree: Tree,
  act: (path: string) => Plain,
  { stats = false, within = '.' } = {},
): Promise<Observation | undefined> {
  const own = scratch();
  const job: Job = { probe: 0, inputs: [{ folder: '{folder}' }], disks: [{ tree, stats }] };
  const ground = { scratch: join(own, within) };
  mkdirSync(ground.scratch, { recursive: true });
  try {
    const [[one] = []] = await evaluateOnDisk([job], ground, async ([asked]) => {
      const path = fieldOf(asked?.inputs[0], 'folder');
      return [[answered(() => underUmask(() => act(String(path))))]];
    });
    if (readdirSync(ground.scratch).length > 0) throw new Error('the folder is left');
    return one;
  } finally {
    rmSync(own, { recursive: true });
  }
}

class Thrown extends Error {}

function answered(act: () => Plain): Observation {
  try {
    return { kind: 'returned', value: act() };
  } catch (error) {
    if (error instanceof Thrown) return { kind: 'threw', name: 'Error', message: '' };
    throw error;
  }
}

const TREE: Tree = {
  a: file('content', { mode: 0o640 }),
  dir: folder({ b: file(''), deep: folder() }, { mode: 0o555 }),
  gone: link('{folder}/nowhere'),
  other: hardLink('a'),
  pipe: fifo({ mode: 0o600 }),
  sock: socket(),
  'é%ff': file(Uint8Array.of(0, 255), { mtimeMs: 1500 }),
};

test('a tree is made, compared with an expectation, and removed', async (t) => {
  const seen = await observed(TREE, (path) => {
    const made = { mode: lstatSync(join(path, 'a')).mode & 0o7777, to: readlinkSync(join(path, 'gone')) };
    return { ...made, at: path, nlink: statSync(join(path, 'other')).nlink };
  });
  const result = { mode: 0o640, to: '{folder}/nowhere', at: '{folder}', nlink: 2 };
  if (seen === undefined) throw new Error('nothing was observed');
  t.equal(compare(onDisk(result, TREE), seen), undefined, 'as it was made');
  const { gone: _, ...less } = TREE;
  t.ok(compare(onDisk(result, less), seen)?.observed.startsWith('disk: there is gone (in '), 'no others may be there');
  for (const [name, wrong] of Object.entries({
    a: fileWith('other'),
    dir: folderWith({}, { mode: 0o755 }),
    gone: linkTo('nowhere'),
    pipe: socket(),
  }))
    t.notEqual(compare(onDisk(result, { ...TREE, [name]: wrong }), seen), undefined, `${name} is noticed`);
});

test('changes by a target are observed, with permissions under the umask', async (t) => {
  const seen = await observed({ a: file('long content'), 'dir%25': folder() }, (path) => {
    writeFileSync(join(path, 'a'), 'new');
    writeFileSync(join(path, 'made'), Buffer.from(`in ${path}`), { mode: 0o666 });
    mkdirSync(join(path, 'dir%', 'sub'), { mode: 0o777 });
    return null;
  });
  if (seen === undefined) throw new Error('nothing was observed');
  const tree = {
    a: fileWith('new', { mode: 0o644, nlink: 1 }),
    'dir%25': folderWith({ sub: folderWith({}, { made: 0o777 }) }, { mode: 0o755 }),
    made: fileWith('in {folder}', { made: 0o666 }),
  };
  t.equal(compare(onDisk(null, tree), seen), undefined);
  const other = { ...tree, made: fileWith('in {folder}', { made: 0o600 }) };
  t.notEqual(compare(onDisk(null, other), seen), undefined, 'permissions are noticed');
});

test('all fields of lstat are reported on request', async (t) => {
  const seen = await observed({ a: file('abc', { mtimeMs: 1234567890123 }) }, () => null, { stats: true });
  const value = seen?.kind === 'returned' ? decode(seen.value) : undefined;
  const { disk, bound } = Object(value);
  t.equal(disk.a.stat.size, 3);
  t.equal(Math.round(disk.a.stat.mtimeMs), 1234567890123);
  t.ok(disk['.'].stat.ino > 0 && disk['.'].kind === 'folder', 'of the folder, too');
  t.equal(typeof bound, 'boolean');
});

test('no link is followed, whatever a target leaves', async (t) => {
  const outside = scratch();
  writeFileSync(join(outside, 'kept'), 'kept');
  const seen = await observed({ dir: folder({ b: file('x') }) }, (path) => {
    rmSync(join(path, 'dir'), { recursive: true });
    symlinkSync(outside, join(path, 'dir'));
    symlinkSync(join(outside, 'kept'), join(path, 'file'));
    return null;
  });
  t.deepEqual(readdirSync(outside), ['kept']);
  t.equal(readFileSync(join(outside, 'kept'), 'utf8'), 'kept');
  const value = seen?.kind === 'returned' ? Object(decode(seen.value)) : {};
  t.deepEqual(Object.keys(value.disk), ['dir', 'file']);
  t.deepEqual([value.disk.dir.kind, value.disk.file.kind, value.disk.file.bytes], ['link', 'link', undefined]);

  const swapped = await observed({ a: file('') }, (path) => {
    renameSync(path, `${path}-away`);
    symlinkSync(outside, path);
    return null;
  });
  t.deepEqual(Object.keys(Object(swapped?.kind === 'returned' ? decode(swapped.value) : {}).disk), ['.']);
  t.deepEqual(readdirSync(outside), ['kept'], 'the folder itself may be a link');
  removeDiskTree(outside);
  t.notOk(existsSync(outside));
});

test('folders and files without permissions are read and removed too', async (t) => {
  const seen = await observed({ dir: folder({ b: file('secret', { mode: 0 }) }, { mode: 0 }) }, (path) => {
    execFileSync('mkfifo', [join(path, 'pipe')]);
    return null;
  });
  if (seen === undefined) throw new Error('nothing was observed');
  const tree = { dir: folderWith({ b: fileWith('secret', { mode: 0 }) }, { mode: 0 }), pipe: fifo() };
  t.equal(compare(onDisk(null, tree), seen), undefined);
});

test('the folder is removed if the target goes down', async (t) => {
  const own = scratch();
  const job: Job = { probe: 0, inputs: [null], disks: [{ tree: TREE }] };
  const down = evaluateOnDisk([job], { scratch: own }, () => Promise.reject(new Error('down')));
  await down.then(
    () => t.fail('it goes on'),
    (error: Error) => t.equal(error.message, 'down'),
  );
  t.deepEqual(readdirSync(own), []);
  rmSync(own, { recursive: true });
});

test('a fixture that cannot be created is no fault of the target', async (t) => {
  const seen = await observed({ [`${'a'.repeat(300)}`]: file('') }, () => null);
  t.deepEqual(seen, { kind: 'unobservable', why: 'the fixture cannot be made: ENAMETOOLONG' });
});

test('FIFOs and devices may have any name, and one that cannot be created does not affect the others', async (t) => {
  const own = scratch();
  const names = ['plain', 'a b', '\n', 'ends\n', `'"$(x)\\`, '-m', 'é', '%ff%25', '*'];
  const trees = [
    { pipe: fifo({ mode: 0o600 }) },
    { ['a'.repeat(300)]: fifo() },
    Object.fromEntries(names.map((name) => [name, fifo({ mtimeMs: 1000 })])),
    { dir: folder({ '%ff\n': device('character', 1, 3, { mode: 0o600 }), b: device('block', 7, 3), c: fifo() }) },
  ];
  const jobs: Job[] = [trees.slice(0, 2), trees.slice(2)].map((some) => ({
    probe: 0,
    inputs: some.map(() => null),
    disks: some.map((tree) => ({ tree, stats: true })),
  }));
  const seen = await evaluateOnDisk(jobs, { scratch: own }, async (asked) =>
    asked.map(({ inputs }) => inputs.map((): Observation => ({ kind: 'returned', value: null }))),
  );
  t.deepEqual(readdirSync(own), [], 'nothing is left');
  const [pipe, long, strange, devices] = seen.flat();
  if (pipe === undefined || strange === undefined) throw new Error('nothing was observed');
  t.equal(compare(onDisk(null, trees[0] ?? {}), pipe), undefined);
  t.deepEqual(long, { kind: 'unobservable', why: 'the fixture cannot be made: ENAMETOOLONG' });
  t.equal(compare(onDisk(null, trees[2] ?? {}), strange), undefined, 'names of all kinds');
  t.equal(Object(decode(Object(strange).value)).disk['ends\n'].stat.mtimeMs, 1000);
  // Not every user may create a device.
  if (devices?.kind === 'unobservable') t.ok(devices.why.endsWith('the FIFO or device cannot be created'), devices.why);
  else {
    const { disk } = Object(decode(Object(devices).value));
    const reported = ['dir/%ff\n', 'dir/b', 'dir/c'].map((name) => [
      disk[name].kind,
      disk[name].mode,
      disk[name].stat.rdev,
    ]);
    t.deepEqual(reported, [['character', 0o600, 0x103], ['block', 0o644, 0x703], ['fifo', 0o644, 0]]); // biome-ignore format: a table
  }
  rmSync(own, { recursive: true });
});

test('an error does not count for a fixture that cannot be created', async (t) => {
  const seen = await observed({ ['a'.repeat(300)]: file('') }, () => {
    throw new Thrown();
  });
  t.deepEqual(seen, { kind: 'unobservable', why: 'the fixture cannot be made: ENAMETOOLONG' });
  const other = await observed({ a: file('') }, () => {
    throw new Thrown();
  });
  t.equal(other?.kind, 'threw', 'for an existing one it does');
});

test('the folder has its real path, whatever is in its name', async (t) => {
  const act = (path: string): Plain => {
    symlinkSync(`${path}/a`, join(path, 'made'));
    writeFileSync(join(path, 'text'), `in ${path}`);
    return [readlinkSync(join(path, 'b')) === `${path}/a`, realpathSync(join(path, 'b'))];
  };
  const tree = { a: file(''), b: link('{folder}/a') };
  const seen = await observed(tree, act, { within: 'a %41é%' });
  if (seen === undefined) throw new Error('nothing was observed');
  const left = { ...tree, made: linkTo('{folder}/a'), text: fileWith('in {folder}') };
  t.equal(compare(onDisk(lift([true, '{folder}/a']), left), seen), undefined);
  const own = scratch();
  mkdirSync(join(own, 'real'));
  symlinkSync('real', join(own, 'link'));
  const job: Job = { probe: 0, inputs: ['{folder}'], disks: [{ tree: {} }] };
  await evaluateOnDisk([job], { scratch: join(own, 'link') }, async ([asked]) => {
    const path = String(asked?.inputs[0]);
    t.equal(path, realpathSync(path), 'no link is in the path');
    return [[{ kind: 'returned', value: null }]];
  });
  rmSync(own, { recursive: true });
});

test('the observation of a trial without a folder is not changed', async (t) => {
  const own = scratch();
  const jobs: Job[] = [{ probe: 0, inputs: ['{folder}', 1], disks: [undefined, { tree: {} }] }];
  const [of] = await evaluateOnDisk(jobs, { scratch: own }, async ([asked]) => [
    (asked?.inputs ?? []).map((value): Observation => ({ kind: 'returned', value })),
  ]);
  t.deepEqual(of?.[0], { kind: 'returned', value: '{folder}' });
  t.equal(Object(of?.[1]).value.result, 1);
  const threw = await evaluateOnDisk([{ probe: 0, inputs: [1], disks: [{ tree: {} }] }], { scratch: own }, async () => [
    [{ kind: 'threw', name: 'Error', message: '' }],
  ]);
  t.equal(threw[0]?.[0]?.kind, 'threw');
  rmSync(own, { recursive: true });
});

test('the folder is found in paths in bytes as well', async (t) => {
  const own = scratch();
  const hex = Buffer.from('{folder}/a').toString('hex');
  const jobs: Job[] = [{ probe: 0, inputs: [{ $buffer: hex }], disks: [{ tree: {} }] }];
  let asked: Plain = null;
  const [[seen] = []] = await evaluateOnDisk(jobs, { scratch: own }, async ([job]) => {
    asked = job?.inputs[0] ?? null;
    return [[{ kind: 'returned', value: asked }]];
  });
  const bytes = decode(asked);
  t.ok(bytes instanceof Uint8Array && Buffer.from(bytes).toString().startsWith(own), 'the target is given the path');
  t.deepEqual(Object(seen).value.result, { $buffer: hex });
  rmSync(own, { recursive: true });
});

test('names are texts, and back', (t) => {
  for (const name of [
    Buffer.from('plain'),
    Buffer.from('é€😀'),
    Buffer.from([0xff]),
    Buffer.from('a%b'),
    Buffer.from([0x61, 0xc3, 0x28]),
  ])
    t.ok(nameOfText(textOfName(name)).equals(name), textOfName(name));
  t.equal(textOfName(Buffer.from([0x61, 0xff, 0x25])), 'a%ff%25');
  t.equal(textOfName(Buffer.from([0xed, 0xa0, 0x80])), '%ed%a0%80', 'a lone half of a pair is no UTF-8');
  t.end();
});

test('an extremely deep tree is only read to a limit', (t) => {
  const own = scratch();
  let path = own;
  for (let i = 0; i < 220; i++) path = join(path, 'd');
  mkdirSync(path, { recursive: true });
  t.throws(() => lookAt(own, { umask: 0, stats: false }), /too many/);
  removeDiskTree(own);
  t.notOk(existsSync(own), 'and removed');
  t.end();
});
