/** Hand-written faults: files of `suites/faults`, read strictly. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globAlternatives } from '../../cli/alternatives.js';
import { matcherOf } from '../../executor/id-glob.js';
import { strictReader } from '../../executor/strict-yaml.js';
import { lineAt, type SourceChange } from './change.js';

const KINDS = [
  'value',
  'size',
  'time',
  'order',
  'state',
  'combination',
  'default',
  'error',
  'version',
  'isolation',
] as const;

interface FaultsOfFile {
  readonly file: string;
  readonly faults: readonly FaultEntry[];
}

interface FaultEntry {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  readonly from: string;
  readonly to: string;
  readonly seen: string;
}

const text = { type: 'string', minLength: 1 } as const;

const entry = {
  type: 'object',
  required: ['name', 'kind', 'from', 'to', 'seen'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'a name such as drops-odd-digit' },
    kind: { enum: KINDS },
    from: text,
    to: { type: 'string' },
    seen: text,
  },
} as const;

const read = strictReader<readonly FaultsOfFile[]>('faults', {
  type: 'array',
  items: {
    type: 'object',
    required: ['file', 'faults'],
    additionalProperties: false,
    properties: {
      file: { type: 'string', pattern: '^reference/(realm|host|nginx|api)/', description: 'a source of the reference' },
      faults: { type: 'array', items: entry },
    },
  },
});

/** The folder of faults, from the root, with the file of excuses. */
const FAULTS_FOLDER = 'suites/faults';
export const EXCUSED = 'suites/faults/excused.yaml';

/** All faults. Throws `FileRefused` with file and line. */
export function readFaults(root: string): readonly SourceChange[] {
  const names = readdirSync(join(root, FAULTS_FOLDER), { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => name.endsWith('.yaml') && name !== 'excused.yaml')
    .flatMap((name) => faultsOf(root, name));
}

function faultsOf(root: string, name: string): readonly SourceChange[] {
  const { content, refuse } = read(join(root, FAULTS_FOLDER, name));
  const prefix = name.replace(/\.yaml$/, '');
  const names = new Set<string>();
  return content.flatMap(({ file, faults }, i) => {
    const source = sourceText(join(root, file));
    if (source === undefined) refuse([i, 'file'], file, 'a source of the reference', 'correct the path');
    return faults.map((fault, j) => {
      const place = [i, 'faults', j];
      if (names.has(fault.name)) refuse([...place, 'name'], fault.name, 'another name than those before', 'rename it');
      names.add(fault.name);
      return changeOf({ file, ...fault }, `${prefix}/${fault.name}`, source ?? '', (found, expected) =>
        refuse([...place, 'from'], found, expected, `quote ${file} as it is now, and as much as is unique`),
      );
    });
  });
}

function sourceText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function changeOf(
  { file, from, to, seen, kind }: FaultEntry & Pick<FaultsOfFile, 'file'>,
  id: string,
  source: string,
  refuse: (found: string, expected: string) => never,
): SourceChange {
  const times = source.split(from).length - 1;
  if (times !== 1) refuse(`a text that is ${times} times in the file`, 'a text that is there once');
  if (from === to) refuse('the same text as in "to"', 'a change');
  const at = source.indexOf(from);
  const place = { from: at, to: at + from.length, line: lineAt(source, at) };
  return { id, source: 'fault', file, ...place, replacement: to, seen, says: kind };
}

/** Surviving mutants that change nothing visible, or that no document decides. */
export interface Excuse {
  /** A glob of ids. */
  readonly mutants: string;
  /** A regular expression: only mutants of source text that matches it. */
  readonly text?: string;
  readonly why: string;
}

/** An excuse with its line: `refuse` throws `FileRefused` with file and line. */
export interface PlacedExcuse extends Excuse {
  readonly excuses: (mutant: SourceChange) => boolean;
  /** It names each of its mutants. These are tried, since the excuse is wrong if one is killed. */
  readonly isOfEach: boolean;
  /** Its ids or globs, one for each alternative of its braces. */
  readonly parts: readonly string[];
  readonly refuse: (found: string) => never;
}

const readExcuseFile = strictReader<readonly Excuse[]>('excuses', {
  type: 'array',
  items: {
    type: 'object',
    required: ['mutants', 'why'],
    additionalProperties: false,
    properties: { mutants: text, text, why: { type: 'string', minLength: 10 } },
  },
});

/** The excuses of a file. Throws `FileRefused` with file and line. */
export function readExcuses(file: string): readonly PlacedExcuse[] {
  const { content, refuse } = readExcuseFile(file);
  return content.map((excuse, i) => {
    const matches = matcherOf(excuse.mutants);
    const text = patternOf(excuse, () => refuse([i, 'text'], excuse.text ?? '', 'a regular expression', 'correct it'));
    const parts = globAlternatives(excuse.mutants).map(({ glob }) => glob);
    return {
      ...excuse,
      isOfEach: !excuse.mutants.includes('*'),
      parts: parts.length > 0 ? parts : [excuse.mutants],
      excuses: ({ id, says }) => matches(id) && text.test(says.slice(0, says.lastIndexOf(' → '))),
      refuse: (found) =>
        refuse([i, 'mutants'], `${excuse.mutants}, which ${found}`, 'mutants that survive', 'remove it'),
    };
  });
}

function patternOf({ text = '' }: Excuse, refuse: () => never): RegExp {
  try {
    return new RegExp(text);
  } catch {
    return refuse();
  }
}

/** Refuses an excuse with a part that no longer matches a mutant. */
export function refuseGone(excuses: readonly PlacedExcuse[], mutants: readonly SourceChange[]): void {
  for (const { parts, excuses: matches, refuse } of excuses) {
    const gone = parts.find((part) => !mutants.some((mutant) => matches(mutant) && matcherOf(part)(mutant.id)));
    if (gone !== undefined) refuse(`has a part that matches nothing: ${gone}`);
  }
}
