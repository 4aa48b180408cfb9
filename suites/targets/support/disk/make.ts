/** Creates the files of trials on disk. */

import { once } from 'node:events';
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
import { codeOf } from '../../../../spec/reading/file-fault.js';
import type { Entry, EntryFacts, Tree } from '../../../language/fixture.js';
import { nameOfText } from '../../../language/names.js';
import { within } from './held.js';
import { makeNodes, moveNode, type NodeToMake } from './nodes.js';

/** Settings that are applied once all folders and files are there. */
interface Later {
  readonly hardLinks: { readonly path: Buffer; readonly to: Buffer }[];
  readonly nodes: (NodeToMake & { readonly path: Buffer; readonly facts: EntryFacts })[];
  readonly sockets: { readonly path: Buffer; readonly facts: EntryFacts }[];
  /** Folders come last: each change within one changes its times, and it may become unwritable. */
  readonly folders: { readonly path: Buffer; readonly facts: EntryFacts }[];
}

/** A tree, and the new folder in which it is created. */
export interface TreeToMake {
  readonly path: string;
  readonly tree: Tree;
  readonly placed: TextPlacer;
}

/** A text with the trial's folder in place of `{folder}`. */
type TextPlacer = (text: string) => string;

/** Creates trees; returns those that cannot be created, and why. `aside` is a folder that no trial knows. */
export async function makeTrees<T extends TreeToMake>(trees: readonly T[], aside: string): Promise<Map<T, unknown>> {
  const unmade = new Map<T, unknown>();
  const begun = trees.map((one) => ({ one, later: noneLater() }));
  for (const { one, later } of begun) await begin(one, later, aside).catch((error: unknown) => unmade.set(one, error));
  await makeNodes(
    begun.flatMap(({ later }) => later.nodes),
    aside,
  );
  for (const { one, later } of begun) {
    if (unmade.has(one)) continue;
    try {
      finish(later, aside);
    } catch (error) {
      unmade.set(one, error);
    }
  }
  return unmade;
}

const noneLater = (): Later => ({ hardLinks: [], nodes: [], sockets: [], folders: [] });

/** Creates everything except nodes, and returns the work for after them. */
async function begin({ path, tree, placed }: TreeToMake, later: Later, aside: string): Promise<void> {
  const root = Buffer.from(path);
  mkdirSync(root, 0o755);
  chmodSync(root, 0o755);
  makeEntries(root, tree, placed, later);
  for (const one of later.hardLinks) linkSync(within(root, one.to), one.path);
  for (const one of later.sockets) await makeSocket(one.path, aside);
}

function finish({ nodes, sockets, folders }: Later, aside: string): void {
  for (const one of nodes) moveNode(one, aside, one.path);
  for (const one of [...sockets, ...nodes]) setAll(one.path, 0o644, one.facts);
  for (const one of folders.reverse()) setAll(one.path, 0o755, one.facts);
}

function setAll(path: Buffer, usual: number, facts: EntryFacts): void {
  give(facts, (...owner) => chownSync(path, ...owner));
  chmodSync(path, facts.mode ?? usual);
  setTimes(path, facts);
}

/** Changes the owner of an entry, if this process may and the owner exists: a container knows only some. -1 keeps the owner. */
function give({ uid = -1, gid = -1 }: EntryFacts, change: (uid: number, gid: number) => void): void {
  if ((uid < 0 && gid < 0) || process.geteuid?.() !== 0) return;
  try {
    change(uid, gid);
  } catch (error) {
    if (!isNoOwner(error)) throw error;
  }
}

const isNoOwner = (error: unknown): boolean => ['EINVAL', 'EPERM'].includes(codeOf(error) ?? '');

function makeEntries(folder: Buffer, tree: Tree, placed: TextPlacer, later: Later): void {
  for (const [name, entry] of Object.entries(tree)) makeEntry(within(folder, nameOfText(name)), entry, placed, later);
}

function makeEntry(path: Buffer, entry: Entry, placed: TextPlacer, later: Later): void {
  switch (entry.kind) {
    case 'file':
      makeFile(path, entry);
      break;
    case 'folder':
      mkdirSync(path);
      makeEntries(path, entry.entries, placed, later);
      later.folders.push({ path, facts: entry });
      break;
    case 'link':
      symlinkSync(nameOfText(placed(entry.to)), path);
      break;
    case 'hard-link':
      later.hardLinks.push({ path, to: nameOfText(entry.to) });
      break;
    case 'fifo':
      later.nodes.push({ path, facts: entry, name: `n${nodes++}` });
      break;
    case 'socket':
      later.sockets.push({ path, facts: entry });
      break;
    case 'character':
    case 'block':
      later.nodes.push({ path, facts: entry, name: `n${nodes++}`, device: entry });
      break;
    default:
      entry satisfies never;
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

/** As texts, since numbers below zero mean the present there. */
function setTimes(path: Buffer, { atimeMs, mtimeMs }: EntryFacts): void {
  if (atimeMs === undefined && mtimeMs === undefined) return;
  lutimesSync(path, `${(atimeMs ?? mtimeMs ?? 0) / 1000}`, `${(mtimeMs ?? atimeMs ?? 0) / 1000}`);
}

let nodes = 0;
let sockets = 0;

/** Created in another place and then moved: a server removes the file with its original name when it ends. */
async function makeSocket(path: Buffer, aside: string): Promise<void> {
  const own = `${aside}/s${sockets++}`;
  const server = createServer().listen(own);
  await once(server, 'listening');
  renameSync(own, path);
  await new Promise((resolve) => server.close(resolve));
}
