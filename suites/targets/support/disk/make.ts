/** Makes what trials have on disk. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  fchmodSync,
  fchownSync,
  ftruncateSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  renameSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import type { Entry, Facts, Tree } from '../../../language/fixture.js';
import { nameOfText, within } from './names.js';

/** What is made once all folders and files are there. */
interface Later {
  readonly hardLinks: { readonly path: Buffer; readonly to: Buffer }[];
  /** FIFOs and devices, with the arguments of `mknod` behind the path. */
  readonly nodes: { readonly path: Buffer; readonly facts: Facts; readonly as: string }[];
  readonly sockets: { readonly path: Buffer; readonly facts: Facts }[];
  /** Folders last, since each change within one changes its times, and it may be none that can be written. */
  readonly folders: { readonly path: Buffer; readonly facts: Facts }[];
}

/** What fixtures need besides a folder. */
export interface Making {
  /** A folder that no trial is told of. */
  readonly aside: string;
  /** A text with the trial's folder in place of `{folder}`. */
  placed(text: string): string;
}

/** Makes a tree in a new folder. */
export async function makeTree(path: string, tree: Tree, making: Making): Promise<void> {
  const root = Buffer.from(path);
  const later: Later = { hardLinks: [], nodes: [], sockets: [], folders: [] };
  mkdirSync(root, 0o755);
  chmodSync(root, 0o755);
  makeEntries(root, tree, making, later);
  for (const one of later.hardLinks) linkSync(within(root, one.to), one.path);
  for (const one of later.sockets) await makeSocket(one.path, making.aside);
  if (later.nodes.length > 0) await makeNodes(later.nodes);
  for (const one of [...later.sockets, ...later.nodes]) setAll(one.path, 0o644, one.facts);
  for (const one of later.folders.reverse()) setAll(one.path, 0o755, one.facts);
}

function setAll(path: Buffer, usual: number, facts: Facts): void {
  give(facts, (...owner) => chownSync(path, ...owner));
  chmodSync(path, facts.mode ?? usual);
  setTimes(path, facts);
}

/** Gives an entry away, where this process may and where there are such owners: a container knows but some. -1 leaves what there is. */
function give({ uid = -1, gid = -1 }: Facts, change: (uid: number, gid: number) => void): void {
  if (process.geteuid?.() !== 0 || (uid < 0 && gid < 0)) return;
  try {
    change(uid, gid);
  } catch (error) {
    if (!isNoOwner(error)) throw error;
  }
}

const isNoOwner = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'EPERM');

function makeEntries(folder: Buffer, tree: Tree, making: Making, later: Later): void {
  for (const [name, entry] of Object.entries(tree)) makeEntry(within(folder, nameOfText(name)), entry, making, later);
}

function makeEntry(path: Buffer, entry: Entry, making: Making, later: Later): void {
  switch (entry.kind) {
    case 'file':
      makeFile(path, entry);
      break;
    case 'folder':
      mkdirSync(path);
      makeEntries(path, entry.entries, making, later);
      later.folders.push({ path, facts: entry });
      break;
    case 'link':
      symlinkSync(nameOfText(making.placed(entry.to)), path);
      break;
    case 'hard-link':
      later.hardLinks.push({ path, to: nameOfText(entry.to) });
      break;
    case 'fifo':
      later.nodes.push({ path, facts: entry, as: 'p' });
      break;
    case 'socket':
      later.sockets.push({ path, facts: entry });
      break;
    case 'character':
    case 'block':
      later.nodes.push({
        path,
        facts: entry,
        as: `${entry.kind === 'block' ? 'b' : 'c'} ${entry.major} ${entry.minor}`,
      });
  }
}

function makeFile(path: Buffer, { bytes, size, ...facts }: Extract<Entry, { readonly kind: 'file' }>): void {
  const fd = openSync(path, 'wx');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    if (size !== undefined) ftruncateSync(fd, size);
    give(facts, (...owner) => fchownSync(fd, ...owner));
    fchmodSync(fd, facts.mode ?? 0o644);
  } finally {
    closeSync(fd);
  }
  setTimes(path, facts);
}

/** As texts, since numbers below zero stand for the present there. */
function setTimes(path: Buffer, { atimeMs, mtimeMs }: Facts): void {
  if (atimeMs === undefined && mtimeMs === undefined) return;
  lutimesSync(path, `${(atimeMs ?? mtimeMs ?? 0) / 1000}`, `${(mtimeMs ?? atimeMs ?? 0) / 1000}`);
}

/** Paths with bytes that are no UTF-8 pass through no command line of Node's. */
async function makeNodes(nodes: Later['nodes']): Promise<void> {
  const octal = (path: Buffer): string => [...path].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const all = nodes.map(({ path, as }) => `mknod "$(printf '${octal(path)}')" ${as}`).join(' && ');
  await promisify(execFile)('sh', ['-c', all]);
}

let sockets = 0;

/** Made elsewhere and then moved: who ends a server removes what stands under the name that it was made with. */
async function makeSocket(path: Buffer, aside: string): Promise<void> {
  const own = `${aside}/s${sockets++}`;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(own, resolve);
  });
  renameSync(own, path);
  await new Promise((resolve) => server.close(resolve));
}
