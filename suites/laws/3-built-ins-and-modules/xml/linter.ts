/** Runs of xmllint, libxml2's own program. Starting it is slow, so documents that are needed later are batched. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPTIONS = { inclusive: '--c14n11', exclusive: '--exc-c14n' } as const;
export type Canonicalization = keyof typeof OPTIONS;

const MOST_MS = 20_000;
/** The most waiting documents, and the most cached forms. */
const MOST = 1000;

interface Forms {
  readonly pending: Set<string>;
  /** Forms by document; `undefined` if xmllint does not read it. */
  readonly known: Map<string, string | undefined>;
}

const forms: { readonly [how in Canonicalization]: Forms } = {
  inclusive: { pending: new Set(), known: new Map() },
  exclusive: { pending: new Set(), known: new Map() },
};

/** Announces that a form of this document may be needed. */
export function lintLater(source: string, how: Canonicalization): void {
  const { pending, known } = forms[how];
  if (known.has(source)) return;
  // Some drawn documents are not used in the end.
  if (pending.size === MOST) pending.clear();
  pending.add(source);
}

/** The form of a document by xmllint, with comments; undefined without the program, or for a document it does not read. */
export function linted(source: string, how: Canonicalization): string | undefined {
  const { pending, known } = forms[how];
  if (!known.has(source)) {
    const all = [...pending.add(source)];
    pending.clear();
    if (known.size > MOST) known.clear();
    // If a batch fails, the others are linted separately later.
    const made = lintAll(all, how) ?? (all.length > 1 ? lintAll([source], how) : undefined);
    for (const [document, form] of made ?? [[source, undefined]]) known.set(document, form);
  }
  return known.get(source);
}

/** Forms of documents; undefined if xmllint fails. */
function lintAll(sources: readonly string[], how: Canonicalization): Map<string, string | undefined> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-xmllint-'));
  try {
    // Separates the forms of any two documents; no document contains it, or the file name of another.
    const separator = `s${randomUUID()}`;
    const between = join(folder, separator);
    writeFileSync(between, `<${separator}/>`);
    const files = sources.flatMap((source, i) => {
      const file = join(folder, `${separator}-${i}`);
      writeFileSync(file, source);
      return i === 0 ? [file] : [between, file];
    });
    return formsIn(sources, lint(files, how), `<${separator}></${separator}>`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The output of xmllint for files; undefined if it is incomplete. */
function lint(files: readonly string[], how: Canonicalization): string | undefined {
  const options = { encoding: 'utf8', timeout: MOST_MS, maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { error, signal, stdout } = spawnSync('xmllint', ['--nonet', OPTIONS[how], ...files], options);
  return error === undefined && signal === null ? stdout : undefined;
}

/** No form is empty: a document without output has none. */
function formsIn(sources: readonly string[], printed: string | undefined, separator: string) {
  const parts = printed?.split(separator);
  if (parts?.length !== sources.length) return undefined;
  return new Map(sources.map((source, i) => [source, parts[i] || undefined]));
}
