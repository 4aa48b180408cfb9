/** Checks the structure of the project: imports, circles, barrels. */
import { posix } from 'node:path';
import { type ImportedRule, type ImporterRule, OURS, type Rules } from './rules.js';
import type { SourceFacts } from './sources.js';

/** The target of our own package name (`exports` in package.json). */
const SELF = { name: 'srvspec', path: 'reports/model.ts' };

interface Breach {
  /** `path:line`, with the path from the package's root. */
  readonly place: string;
  /** `a.ts imports b.ts`: the same wherever it is in the file. */
  readonly edge: string;
  /** The broken rule. */
  readonly what: string;
}

/** Every import, and every read path, that breaks a rule, in the order of the sources. */
export function checkImports(sources: readonly SourceFacts[], rules: Rules): Breach[] {
  return sources.flatMap(({ path, texts }) =>
    texts.flatMap(({ text, line, isImport }) => {
      const target = isImport ? targetOf(path, text) : text;
      const whats = isImport ? importBreaches(path, target, rules) : readingBreaches(path, text, rules);
      const edge = `${path} ${isImport ? 'imports' : 'reads'} ${target}`;
      return whats.map((what) => ({ place: `${path}:${line}`, edge, what }));
    }),
  );
}

/** Groups of files that import each other, directly or through others, imports of types included; each in order of paths. */
export function circles(sources: readonly SourceFacts[]): string[][] {
  const graph = importsOf(sources);
  return components(graph).filter(([first = '', ...more]) => more.length > 0 || graph.get(first)?.includes(first));
}

/** Groups of folders whose files import each other, without tests; each in order of paths. */
export function folderCircles(sources: readonly SourceFacts[], rules: Rules): string[][] {
  const product = sources.filter(({ path }) => !isForTests(path, rules));
  const graph = new Map<string, string[]>();
  for (const [path, targets] of importsOf(product)) {
    const folder = posix.dirname(path);
    const others = targets.map((target) => posix.dirname(target)).filter((other) => other !== folder);
    graph.set(folder, [...(graph.get(folder) ?? []), ...others]);
  }
  return components(graph).filter(({ length }) => length > 1);
}

/** Files that must name a row of the documents and name none; `isRow` knows the ids of all rows. */
export function rowless(sources: readonly SourceFacts[], rules: Rules, isRow: (id: string) => boolean): string[] {
  const needsRow = ({ path }: SourceFacts): boolean =>
    !isForTests(path, rules) &&
    rules.naming.some(({ folder, but }) => isWithin(path, folder) && !but.some((other) => isWithin(path, other)));
  return sources.filter((source) => needsRow(source) && !source.rows.some(isRow)).map(({ path }) => path);
}

/** The files of `sources` that each of them imports. */
function importsOf(sources: readonly SourceFacts[]): Map<string, string[]> {
  const paths = new Set(sources.map(({ path }) => path));
  const targets = ({ path, texts }: SourceFacts): string[] =>
    texts
      .filter(({ isImport }) => isImport)
      .map(({ text }) => targetOf(path, text))
      .filter((to) => paths.has(to));
  return new Map(sources.map((source) => [source.path, targets(source)]));
}

/** Files that only re-export. */
export const barrels = (sources: readonly SourceFacts[]): string[] =>
  sources.filter(({ isBarrel }) => isBarrel).map(({ path }) => path);

/** Exported types with the name of a type of another file, without tests and generated files: the name and its files. */
export function ambiguousTypes(sources: readonly SourceFacts[], rules: Rules): string[] {
  const files = new Map<string, string[]>();
  for (const { path, types } of sources) {
    if (isForTests(path, rules) || path.includes('/generated/')) continue;
    for (const type of types) files.set(type, [...(files.get(type) ?? []), path]);
  }
  return [...files].filter(([, paths]) => paths.length > 1).map(([type, paths]) => [type, ...paths].join(' '));
}

/** Functions with more lines than that, without tests: `path name`, with their lines. */
export const longFunctions = (sources: readonly SourceFacts[], rules: Rules, over: number): Map<string, number> =>
  new Map(
    sources
      .filter(({ path }) => !isForTests(path, rules))
      .flatMap(({ path, functions }) =>
        functions.filter(({ lines }) => lines > over).map(({ name, lines }) => [`${path} ${name}`, lines] as const),
      ),
  );

function importBreaches(path: string, target: string, rules: Rules): string[] {
  const isFree = isForTests(path, rules);
  const binds = ({ bindsTests = false }: { readonly bindsTests?: boolean }): boolean => bindsTests || !isFree;
  const isOurs = OURS.some((folder) => isWithin(target, folder));
  return [
    ...(isOurs ? rules.importers.filter(binds).flatMap((rule) => importerBreach(path, target, rule) ?? []) : []),
    ...rules.imported.filter(binds).flatMap((rule) => importedBreach(path, target, rule) ?? []),
    ...(isForTests(target, rules) && !isFree ? [`${target} is only for tests`] : []),
  ];
}

function importerBreach(path: string, target: string, rule: ImporterRule): string | undefined {
  const own = matched(path, rule.folder);
  if (own === undefined) return undefined;
  const allowed = rule.mayImport.map((folder) => (folder === '.' ? own : folder));
  if (allowed.some((folder) => isWithin(target, folder))) return undefined;
  return `${own} imports ${target}; of ours it may import only ${allowed.join(', ')}`;
}

function importedBreach(path: string, target: string, { module, onlyBy }: ImportedRule): string | undefined {
  if (!isWithin(target, module) || onlyBy.some((folder) => isWithin(path, folder))) return undefined;
  return `${target} is imported outside ${onlyBy.join(', ')}`;
}

function readingBreaches(path: string, text: string, { reading }: Rules): string[] {
  return reading
    .filter(({ folder, mustNotRead }) => isWithin(path, folder) && new RegExp(`(^|/)${mustNotRead}(/|$)`).test(text))
    .map(({ folder, mustNotRead }) => `${folder} names a path in ${mustNotRead}, which it must not read: ${text}`);
}

/** Tests, and files that only they and measurements use. */
const isForTests = (path: string, { testOnly }: Rules): boolean =>
  /\.test\.[cm]?ts$|(^|\/)testing\//.test(path) || testOnly.some((folder) => isWithin(path, folder));

/** The source of an import of ours, from the root; any other specifier is kept. */
function targetOf(path: string, specifier: string): string {
  if (specifier === SELF.name) return SELF.path;
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(path), specifier).replace(/\.([cm]?)js$/, '.$1ts');
}

/** The folder above the path that matches the pattern. */
function matched(path: string, pattern: string): string | undefined {
  const wanted = pattern.split('/');
  const parts = posix.dirname(path).split('/').slice(0, wanted.length);
  const fits = parts.length === wanted.length && wanted.every((part, i) => part === '*' || part === parts[i]);
  return fits ? parts.join('/') : undefined;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Strongly connected components of a graph, by Tarjan's algorithm. */
function components(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const at = order.size;
    order.set(node, at);
    stack.push(node);
    let low = at;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? at);
    }
    if (low === at) found.push(stack.splice(stack.indexOf(node)).sort());
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
