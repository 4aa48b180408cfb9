/** Runs of xmllint, libxml2's own program. One takes as long as hundreds of documents take in it: those that will be asked for go together. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPTIONS = { inclusive: '--c14n11', exclusive: '--exc-c14n' } as const;
export type Canonicalization = keyof typeof OPTIONS;

const MOST_MS = 20_000;
/** Of documents that wait, and of forms that are kept. */
const MOST = 1000;

interface Forms {
  readonly pending: Set<string>;
  /** Forms by document; of one that xmllint does not read, none. */
  readonly known: Map<string, string | undefined>;
}

const forms: { readonly [how in Canonicalization]: Forms } = {
  inclusive: { pending: new Set(), known: new Map() },
  exclusive: { pending: new Set(), known: new Map() },
};

/** Says that a form of this document may be asked for. */
export function lintLater(source: string, how: Canonicalization): void {
  const { pending, known } = forms[how];
  if (known.has(source)) return;
  // Not all that is drawn is asked for in the end.
  if (pending.size === MOST) pending.clear();
  pending.add(source);
}

/** What xmllint makes of a document, comments included; nothing where there is no such program, or it does not read the document. */
export function linted(source: string, how: Canonicalization): string | undefined {
  const { pending, known } = forms[how];
  if (!known.has(source)) {
    const all = [...pending.add(source)];
    pending.clear();
    if (known.size > MOST) known.clear();
    // Where it does not come through all of them, the others are asked for by themselves in their turn.
    const made = lintAll(all, how) ?? (all.length > 1 ? lintAll([source], how) : undefined);
    for (const [document, form] of made ?? [[source, undefined]]) known.set(document, form);
  }
  return known.get(source);
}

/** Forms of documents; nothing where xmllint does not come to its end as it should. */
function lintAll(sources: readonly string[], how: Canonicalization): Map<string, string | undefined> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-xmllint-'));
  try {
    // Separates the forms of any two documents; no document names it, or the file of another.
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

/** What xmllint prints of files; nothing where it is cut short. */
function lint(files: readonly string[], how: Canonicalization): string | undefined {
  const options = { encoding: 'utf8', timeout: MOST_MS, maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { error, signal, stdout } = spawnSync('xmllint', ['--nonet', OPTIONS[how], ...files], options);
  return error === undefined && signal === null ? stdout : undefined;
}

/** No form is empty: a document for which nothing is printed has none. */
function formsIn(sources: readonly string[], printed: string | undefined, separator: string) {
  const parts = printed?.split(separator);
  if (parts?.length !== sources.length) return undefined;
  return new Map(sources.map((source, i) => [source, parts[i] || undefined]));
}
