// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** The files of a case on disk, as shell commands that create them and as the shell's listing afterwards. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf } from '../executor/plain.js';
import { describe } from '../language/description.js';
import { decode } from '../language/encoding.js';
import { type Entry, type EntryFacts, FOLDER, type Tree } from '../language/fixture.js';
import { nameOfText } from '../language/names.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { within } from '../targets/support/disk/held.js';
import { describedInWords, type Right } from './right.js';
import { show } from './show.js';

/** A fixture as lines of shell, with files for content that is too long for a line, and the examined parts. */
export interface DiskFixture {
  readonly lines: readonly string[];
  readonly files: { readonly [name: string]: Uint8Array };
  readonly looksAt: ExaminedPart;
}

/** The folder of the case, in which a script runs. */
const ROOT = Buffer.from('disk');

/** The number of bytes of a file that are written in a line. */
const MOST_IN_LINE = 200;

export function diskFixture(tree: Tree, looks: ExaminedPart): DiskFixture {
  const files: { [name: string]: Uint8Array } = {};
  const links: string[] = [];
  const folders: string[] = [];
  const make = (path: Buffer, entry: Entry): string[] => {
    const at = word(path);
    const made = (...lines: readonly string[]): string[] => [
      ...lines,
      `chmod ${modeOf(entry, 0o644)} ${at}`,
      ...timeLines(at, entry),
    ];
    switch (entry.kind) {
      case 'file':
        return made(`${contentOf(entry.bytes, files)} > ${at}`, ...sizeLines(at, entry.size));
      case 'folder':
        folders.unshift(`chmod ${modeOf(entry, 0o755)} ${at}`, ...timeLines(at, entry));
        return [`mkdir ${at}`, ...allIn(path, entry.entries)];
      case 'link':
        return [`ln -s ${linkText(entry.to)} ${at}`];
      case 'hard-link':
        links.push(`ln ${word(within(ROOT, nameOfText(entry.to)))} ${at}`);
        return [];
      case 'fifo':
        return made(`mkfifo ${at}`);
      case 'socket':
        return made(`perl -MIO::Socket::UNIX -e '${LISTEN}' ${at}`);
      case 'character':
      case 'block':
        return made(`mknod ${at} ${entry.kind.slice(0, 1)} ${entry.major} ${entry.minor}`);
    }
  };
  const allIn = (folder: Buffer, entries: Tree): string[] =>
    Object.entries(entries).flatMap(([name, entry]) => make(within(folder, nameOfText(name)), entry));
  const lines = [`mkdir ${word(ROOT)}`, ...allIn(ROOT, tree), ...links, ...folders];
  return { lines: lines.map((line) => `${line} || exit 2`), files, looksAt: looks };
}

const LISTEN = 'IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1) or die';

/** The rest of a larger file is a hole. */
const sizeLines = (at: string, size: number | undefined): string[] =>
  size === undefined ? [] : [`truncate -s ${size} ${at}`];

const factsOf = (entry: Entry): EntryFacts => ('to' in entry ? {} : entry);

const modeOf = (entry: Entry, otherwise: number): string =>
  (factsOf(entry).mode ?? otherwise).toString(8).padStart(3, '0');

const timeLines = (at: string, entry: Entry): string[] => {
  const { atimeMs, mtimeMs } = factsOf(entry);
  const touch = (which: string, ms: number | undefined): string[] =>
    ms === undefined ? [] : [`touch ${which} -d @${ms / 1000} ${at}`];
  return [...touch('-a', atimeMs), ...touch('-m', mtimeMs)];
};

function contentOf(bytes: Uint8Array, files: { [name: string]: Uint8Array }): string {
  if (bytes.length === 0) return ':';
  if (bytes.length <= MOST_IN_LINE) return `printf '${escaped(Buffer.from(bytes))}'`;
  const name = `content-${Object.keys(files).length + 1}.bin`;
  files[name] = bytes;
  return `cat ${name}`;
}

/** Bytes in the format of `printf`. */
const escaped = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w ./:,-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');

/** A path as a word of the shell. */
const word = (path: Buffer): string =>
  /^[\w./-]+$/.test(path.toString('latin1')) ? path.toString() : `"$(printf '${escaped(path)}')"`;

const linkText = (to: string): string => {
  const text = escaped(nameOfText(to)).replace(`\\173folder\\175`, `'"$work/disk"'`);
  return `"$(printf '${text}')"`;
};

/** Lists the content of the folder, in the format of `listingOf`. */
export const LISTING = `# All that is in the folder of the case.
listing() {
  (cd disk && find . -mindepth 1 | LC_ALL=C sort | while IFS= read -r at; do
    name=\${at#./}
    if [ -h "$at" ]; then echo "$name -> $(readlink "$at")"
    elif [ -d "$at" ]; then echo "$name/ $(stat -c %a "$at")"
    elif [ -f "$at" ]; then echo "$name $(stat -c %a "$at") $(od -An -v -tx1 "$at" | tr -d ' \\n')"
    else echo "$name $(stat -c '%a' "$at") neither file nor folder"; fi
  done)
}`;

/** A line for each entry: its name, its permissions in octal digits, and its content in hexadecimal ones. */
function listingOf(disk: Plain): Buffer {
  const found: { readonly [path: string]: unknown } = Object(decode(disk));
  const entries = Object.entries(found)
    .filter(([path]) => path !== '.')
    .map(([path, entry]): [Buffer, unknown] => [nameOfText(path), entry])
    .sort(([a], [b]) => Buffer.compare(a, b));
  return Buffer.concat(entries.map(([path, entry]) => Buffer.concat([path, lineOf(Object(entry))])));
}

function lineOf({ kind, mode, bytes, to }: { kind?: unknown; mode?: unknown; bytes?: unknown; to?: unknown }): Buffer {
  const octal = Number(mode).toString(8);
  if (kind === 'link') return Buffer.concat([Buffer.from(' -> '), nameOfText(String(to)), Buffer.from('\n')]);
  if (kind === 'folder') return Buffer.from(`/ ${octal}\n`);
  if (kind !== 'file') return Buffer.from(` ${octal} neither file nor folder\n`);
  return Buffer.from(` ${octal} ${bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : ''}\n`);
}

/** The examined part of a case on disk: the part of the probe's result, the content of the folder, or both if they are wrong together. */
type ExaminedPart = 'gave' | 'disk' | 'both';

export const examinedPart = ([part]: Right['path']): ExaminedPart =>
  part === 'gave' ? 'gave' : part === 'disk' ? 'disk' : 'both';

/** The right result of a case on disk, in the output format of its script. */
export function rightOnDisk(right: Right, trial: Trial, observed: Observation): Right {
  const at = examinedPart(right.path);
  if (observed.kind !== 'returned') return right;
  if (at === 'gave') return { ...right, path: right.path.slice(1) };
  const text = ({ value }: { readonly value: Plain }): Buffer => {
    const disk = listingOf(fieldOf(value, 'disk') ?? {});
    const gave = at === 'both' ? `${show(decode(fieldOf(value, 'gave') ?? null))}\n` : '';
    return Buffer.concat([Buffer.from(gave), disk]);
  };
  return describedInWords(describe(trial.expect()), { seen: text(observed) });
}

/**
 * Replaces the folder's placeholder by its path in values of copied scripts, whose code may contain `${folder}`, and the path by the
 * placeholder in the output.
 */
export const INTO_SCRIPT = `s|\\([^\\$]\\)${FOLDER}|\\1$work/disk|g`;
export const INTO_SEEN = `s|$work/disk|${FOLDER}|g`;
