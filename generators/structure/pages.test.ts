import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { OURS } from './rules.js';

/** One page for each kind of user. */
const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'generators/README.md',
  'reference/README.md',
  'reports/README.md',
  'spec/README.md',
  'suites/README.md',
  'suites/cli/README.md',
  'suites/targets/adapter/README.md',
  'suites/targets/api/README.md',
  'suites/targets/cli/README.md',
  'suites/targets/client/README.md',
] as const;

const textOf = (page: string): string => readFileSync(join(PACKAGE_ROOT, page), 'utf8');

/** The anchors that GitHub gives to headings. */
const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

const deadLinksOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/\]\(((?!https?:)[^)\s]*)\)/g)].flatMap(([, link = '']) => {
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    const isDead = !existsSync(join(PACKAGE_ROOT, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
    return isDead ? [link] : [];
  });

test('every link of a page leads somewhere', (t) => {
  for (const page of PAGES) t.deepEqual(deadLinksOf(page), [], page);
  t.end();
});

test('the glossary has at most 25 words', (t) => {
  const [, glossary = ''] = /\n## Glossary\n([\s\S]*?)\n## /.exec(textOf('ARCHITECTURE.md')) ?? [];
  // The head of the table and the line below it are no words.
  const words = (glossary.match(/^\|/gm)?.length ?? 0) - 2;
  t.ok(words > 0 && words <= 25, `${words} words`);
  t.end();
});

test('the README has at most 200 lines of at most 100 columns', (t) => {
  const lines = textOf('README.md').split('\n');
  t.ok(lines.length <= 200, `${lines.length} lines`);
  t.deepEqual(
    lines.filter((line) => [...line].length > 100),
    [],
  );
  t.end();
});

/** Lines of a page without its code, tables, headings and HTML. */
const proseOf = (page: string): readonly string[] =>
  textOf(page)
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .split('\n')
    .filter((line) => !/^( {4}|[|#<!])/.test(line));

test('the prose of a page has at most 100 columns', (t) => {
  // The page of the command line is generated.
  for (const page of PAGES.filter((one) => one !== 'suites/cli/README.md'))
    t.deepEqual(
      proseOf(page).filter((line) => [...line].length > 100),
      [],
      page,
    );
  t.end();
});

test('a line of YAML has at most 160 columns', (t) => {
  const pathsIn = (folder: string) => readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' });
  const paths = OURS.flatMap((folder) => pathsIn(folder).map((path) => `${folder}/${path}`));
  const long = paths
    .filter((path) => path.endsWith('.yaml'))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, i) => ([...line].length > 160 ? [`${path}:${i + 1}`] : [])),
    );
  t.deepEqual(long, []);
  t.end();
});
