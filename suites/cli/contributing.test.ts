/** The examples of CONTRIBUTING are put in their places in a copy of the project, which is built; then its commands are run. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import { built, COMPILE, projectCopy, ran, SRVSPEC } from '../../generators/testing/project-copy.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { commandsOf, hasPlaceholder, type PageCommand, pageText } from './testing/page-commands.js';
import { folderFor, OUTSIDE_CI } from './testing/program.js';

const PAGE = 'CONTRIBUTING.md';

/** A part of a file, or all of one that is new. */
interface Example {
  readonly path: string;
  readonly text: string;
}

/** A block in another language than that of a shell belongs to the file that was named last before it. */
function examples(): readonly Example[] {
  const blocks = [...pageText(PAGE).matchAll(/```(?:yaml|ts)\n([\s\S]*?)```/g)];
  return blocks.map(({ 1: text = '', index }) => {
    const before = pageText(PAGE).slice(0, index);
    const [, path = ''] = [...before.matchAll(/`([\w/-]+\.(?:yaml|ts))`/g)].at(-1) ?? [];
    return { path, text };
  });
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The file that lists the kinds of target gets a case more. */
const REGISTRATION = { path: 'suites/cli/targets.ts', before: '    default:\n' } as const;

/** Writes what is new; what is there already must have each line. */
function putInPlace(t: Test, root: string, { path, text }: Example): void {
  const file = join(root, path);
  if (path === REGISTRATION.path) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(REGISTRATION.before, `${text}${REGISTRATION.before}`));
  } else if (existsSync(file)) {
    const there = new Set(linesOf(readFileSync(file, 'utf8')));
    t.deepEqual(
      linesOf(text).filter((line) => !there.has(line)),
      [],
      `${path} has the example`,
    );
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Commands that end with another status than 0: those that find what the page then explains. */
const STATUSES: { readonly [text: string]: number } = { "S run --target node --only 'text-decoder.label.**'": 1 };

/** What a page says of an output in numbers, such as `10 cases`: those of a list, or of the summary. */
function checkComment(t: Test, { text, comment }: PageCommand, output: string): void {
  const [, count, word] = /^(\d+) (\w+)/.exec(comment) ?? [];
  if (word === 'cases') t.equal(output.match(/^ {2}\S/gm)?.length, Number(count), text);
  else if (word !== undefined) t.match(output, new RegExp(`\\b${count} ${word}\\b`), text);
}

test('CONTRIBUTING: every example runs', { skip: !isTaken('examples of CONTRIBUTING') }, (t) => {
  const root = projectCopy(t);
  for (const example of examples()) putInPlace(t, root, example);
  const failure = built(root, COMPILE);
  t.equal(failure, '', 'the build');
  const bin = folderFor(t);
  symlinkSync(join(PACKAGE_ROOT, 'dist/reference/programs/nginx-main.js'), join(bin, 'nginx'));
  const env = { ...OUTSIDE_CI, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  const commands = commandsOf(PAGE).filter((command) => command.words[0] === 'S' && !hasPlaceholder(command));
  t.ok(failure !== '' || commands.length >= 8, `${commands.length} commands`);
  for (const command of failure === '' ? commands : []) {
    const { status, output } = ran(root, [...SRVSPEC, ...command.words.slice(1)], env);
    const wanted = STATUSES[command.text] ?? 0;
    t.equal(status, wanted, `${command.text}${status === wanted ? '' : `\n${output}`}`);
    const shown = command.shown.filter((line) => line !== '').join('\n');
    if (shown !== '') t.equal(output.trimEnd(), shown, command.text);
    checkComment(t, command, output);
  }
  t.end();
});
