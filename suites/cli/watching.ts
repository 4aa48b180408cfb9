/** `srvspec run --watch`: runs again when a program or a file of the run changes, and shows what has changed. */
import { EventEmitter, once } from 'node:events';
import { type FSWatcher, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import type { RunReport, VerdictKind } from '../../reports/model.js';
import { runOutcome } from '../../reports/outcome.js';
import { printableInLog, printableLine } from '../../reports/printable.js';
import { counted, numeral, VERDICT_WORDS } from '../../reports/wording.js';
import { WRITERS } from '../../reports/writers/write.js';
import { EXIT, UsageError, UserError } from '../../spec/reading/user-error.js';
import { complain, publishReport, written } from './publishing.js';

/** Options that name files. */
type WatchedOptions = { readonly target?: readonly string[] | undefined } & {
  readonly [name in 'cases' | 'deviations' | 'modules']?: string | undefined;
};

/** Runs until it is interrupted; returns the exit status of the last whole run. */
export async function watchRuns(
  options: WatchedOptions,
  interruption: AbortSignal,
  run: (publish: typeof publishReport) => Promise<number>,
): Promise<number> {
  const files = watchedFiles(options);
  if (files.length === 0)
    throw new UsageError('--watch: these targets have no file that can change; give a program, or --cases FILE');
  const changes = new Changes(files);
  const publish = publishingChanges();
  try {
    let status = await run(publish);
    while (!interruption.aborted) {
      process.stderr.write(`${printableLine(`waiting for a change of ${files.join(', ')}`)}\n`);
      await changes.next(interruption);
      const ended = interruption.aborted ? EXIT.interrupted : await run(publish).catch(statusOf);
      if (ended !== EXIT.interrupted) status = ended;
    }
    return status;
  } finally {
    changes.close();
  }
}

/** A program that does not start, or a file with a mistake, may be finished later. */
function statusOf(error: unknown): number {
  if (!(error instanceof UserError)) throw error;
  complain(printableInLog(error.message));
  return error.exitStatus;
}

/** The files that options name: those in commands of targets, modules, cases and deviations. */
export function watchedFiles({ target = [], cases = '', deviations = '', modules }: WatchedOptions): readonly string[] {
  const words = target.flatMap((text) => {
    const [kind = '', ...rest] = text.split(':');
    const [program = '', ...more] = (rest.join(':').trim() || kind).split(/\s+/);
    return [placeOf(program), ...more];
  });
  const built = modules === undefined ? [] : readdirSync(modules).map((name) => join(modules, name));
  return [...new Set([...words, ...built, cases, deviations])].filter((path) => stampOf(path) !== '');
}

/** The path of a program. */
function placeOf(name: string): string {
  const folders = name.includes('/') ? ['.'] : (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => resolve(folder, name)).find((path) => stampOf(path) !== '') ?? '';
}

/** Differs after each change of a file; empty without a file. */
function stampOf(path: string): string {
  const stat = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? [stat.ino, stat.size, stat.mtimeMs].join(' ') : '';
}

/** Milliseconds without a change, after which a file has been written. */
const QUIET_MS = 100;

/** Changes of files. Their folders are watched, since editors and compilers replace files. */
class Changes {
  readonly #stamps: Map<string, string>;
  readonly #watchers: readonly FSWatcher[];
  readonly #events = new EventEmitter();
  #timer: NodeJS.Timeout | undefined;
  #changed = false;

  constructor(files: readonly string[]) {
    this.#stamps = new Map(files.map((path) => [path, stampOf(path)]));
    const places = files.flatMap((path) => [resolve(path), realpathSync(path)]);
    const names = new Set(places.map((path) => basename(path)));
    const seen = (_: unknown, name: string | null): void => {
      if (name !== null && !names.has(name)) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#compare(), QUIET_MS);
    };
    this.#watchers = [...new Set(places.map(dirname))].map((folder) => watch(folder, seen));
  }

  /** Resolves after a change since the last time, or once the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.#changed) await once(this.#events, 'change', { signal }).catch(() => undefined);
    this.#changed = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  #compare(): void {
    const now = [...this.#stamps.keys()].map((path) => [path, stampOf(path)] as const);
    // A file that is missing is being replaced.
    const changed = now.filter(([path, stamp]) => stamp !== '' && stamp !== this.#stamps.get(path));
    for (const [path, stamp] of changed) this.#stamps.set(path, stamp);
    if (changed.length === 0) return;
    this.#changed = true;
    this.#events.emit('change');
  }
}

/** Publishes the first report of a target in full, of later ones what differs from the one before. */
function publishingChanges(): typeof publishReport {
  const before = new Map<string, RunReport>();
  return async (report, outputs, how) => {
    const name = `${report.target.name} ${report.seed}`;
    const earlier = before.get(name);
    before.set(name, report);
    if (earlier === undefined) return publishReport(report, outputs, how);
    process.stdout.write(changesText(earlier, report));
    return (await written(report, WRITERS, outputs)).length === outputs.length;
  };
}

const SHOWN = 20;
const RIGHT: readonly VerdictKind[] = ['conforms', 'recorded', 'deviates'];

/** New violations, cases that are no longer observed, mended ones, and the outcome. */
export function changesText(before: RunReport, now: RunReport): string {
  const earlier = new Map(before.requirements.flatMap(({ cases }) => cases.map(({ id, verdict }) => [id, verdict])));
  const changed = now.requirements.flatMap(({ cases }) => cases).filter((one) => earlier.get(one.id) !== one.verdict);
  const wrong = changed.filter(({ verdict }) => verdict === 'violates');
  const lost = changed.filter(({ id, verdict }) => verdict === 'inconclusive' && earlier.has(id));
  const mended = changed.filter(({ id, verdict }) => RIGHT.includes(verdict) && earlier.get(id) === 'violates');
  const lines = [wrong, lost, mended].flatMap((kind) => [
    ...kind.slice(0, SHOWN).map((one) => `${VERDICT_WORDS[one.verdict].mark} ${one.id}  ${one.reason}`.trimEnd()),
    ...(kind.length > SHOWN ? [`… and ${numeral(kind.length - SHOWN)} more`] : []),
  ]);
  const counts = `${counted(wrong.length, 'new violation')}, ${numeral(mended.length)} mended`;
  return [...lines, `${now.target.name}: ${counts}; ${runOutcome(now).headline}`]
    .map((line) => `${printableLine(line)}\n`)
    .join('');
}
