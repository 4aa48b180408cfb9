/** Small configurations to which a real host and the reference must give the same answer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/** The answer of a host to a configuration: `accepted`, or the line of the case about which it complains. */
export interface HostAnswer {
  readonly accepted: boolean;
  /** Lines of the case are counted from 1; `undefined` if the complaint names none. */
  readonly line?: number;
  /** The complaint. */
  readonly says?: string;
}

export interface ConfigurationCase {
  readonly group: string;
  /** Text of the case. */
  readonly text: string;
  /** Text of the whole file. */
  readonly file: string;
  /** The answer of the reference if it differs, and why. */
  readonly ours?: 'accepted' | 'refused' | undefined;
  readonly why?: string | undefined;
  /** Why the reference refuses the same in other words. */
  readonly says?: string | undefined;
}

interface CorpusFile {
  readonly around: Readonly<Record<string, string>>;
  readonly paths: string;
  readonly files: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, CorpusGroup>>;
}

interface CorpusGroup {
  readonly in: string;
  readonly cases: readonly (string | WrittenCase | CaseSeries)[];
}

interface WrittenCase extends Pick<ConfigurationCase, 'ours' | 'why' | 'says'> {
  readonly conf: string;
}

/** One case for each text in the place of `<>`. */
interface CaseSeries {
  readonly each: string;
  readonly of: readonly string[];
}

/** Folder of this corpus among the sources. */
const FOLDER = 'suites/targets/support/configurations';

/** The cases, for a host that must load these modules, below the root of this package. */
export function configurationCases(root: string, modules: readonly string[] = []): readonly ConfigurationCase[] {
  const { around, paths, groups } = written(root);
  const loads = modules.map((path) => `load_module ${path};`).join(' ');
  return Object.entries(groups).flatMap(([group, { in: place, cases }]) =>
    cases.flatMap(writtenCases).map((recorded) => {
      const file = (around[place] ?? '{text}')
        .replace('{modules}', () => loads)
        .replace('{paths}', () => paths)
        .replace('{text}', () => recorded.conf);
      const { conf: text, ...differing } = recorded;
      return { group, text, file: pidOnce(file, text), ...differing };
    }),
  );
}

function writtenCases(one: string | WrittenCase | CaseSeries): readonly WrittenCase[] {
  if (typeof one === 'string') return [{ conf: one }];
  return 'of' in one ? one.of.map((text) => ({ conf: one.each.replace('<>', () => text) })) : [one];
}

/** A case about `pid` has the directive itself. */
function pidOnce(file: string, text: string): string {
  return /\bpid /.test(text) ? file.replace('pid n.pid;', '') : file;
}

/** Writes the files that cases name, and creates a certificate. */
export function writeCorpusFiles(root: string, folder: string): void {
  for (const [name, text] of Object.entries(written(root).files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=a'];
  execFileSync('openssl', [...request, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: folder, stdio: 'ignore' });
}

function written(root: string): CorpusFile {
  return parse(readFileSync(join(root, FOLDER, 'corpus.yaml'), 'utf8'));
}

/** The line within the case for a line of its file; undefined for lines of included files. */
export function lineOfCase(line: number | undefined): { readonly line?: number } {
  return line === undefined || line < 2 ? {} : { line: line - 1 };
}

/** The recorded answers of a real host, by {@link configurationKey}. */
export function recordedAnswers(root: string): ReadonlyMap<string, HostAnswer> {
  const lines = readFileSync(join(root, FOLDER, 'answers.tsv'), 'utf8')
    .split('\n')
    .slice(0, -1);
  return new Map(
    lines.map((row) => {
      const [group = '', text = '', verdict, line, says] = row.split('\t');
      const accepted = verdict === 'accepted';
      return [`${group}\t${text}`, { accepted, ...(line ? { line: Number(line) } : {}), ...(says ? { says } : {}) }];
    }),
  );
}

/** Writes the answers of a real host. */
export function recordAnswers(root: string, answers: readonly (readonly [ConfigurationCase, HostAnswer])[]): void {
  const rows = answers.map(([one, { accepted, line, says }]) =>
    [configurationKey(one), accepted ? 'accepted' : 'refused', line ?? '', says ?? ''].join('\t').trimEnd(),
  );
  writeFileSync(join(root, FOLDER, 'answers.tsv'), `${rows.join('\n')}\n`);
}

/** A case by its group and its text. */
export function configurationKey({ group, text }: Pick<ConfigurationCase, 'group' | 'text'>): string {
  return `${group}\t${JSON.stringify(text)}`;
}
