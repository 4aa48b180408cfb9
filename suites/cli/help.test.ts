import test from 'tape';
import { dashed } from './arguments.js';
import { ALL_COMMANDS } from './commands.js';
import { helpOf, overview, SCREEN, wholeHelpOf } from './help.js';

/** The options that a text names, as they are written. */
const named = (text: string): string[] => [...text.matchAll(/(?<![\w-])--?[A-Za-z][\w-]*/g)].map(([option]) => option);

test('the list has a line for each command', async (t) => {
  const text = await overview(ALL_COMMANDS, SCREEN.columns);
  const width = Math.max(...ALL_COMMANDS.map(({ name }) => name.length));
  for (const { name, declared } of ALL_COMMANDS) {
    const { summary } = await declared();
    t.ok(text.includes(`\n  ${name.padEnd(width)}  ${summary}\n`), name);
  }
});

test('help of each command, and their list, fits on a screen, with examples before options', async (t) => {
  const helps = await Promise.all(ALL_COMMANDS.map(({ name }) => helpOf(ALL_COMMANDS, name.split(' '))));
  for (const text of [await overview(ALL_COMMANDS, SCREEN.columns), ...helps]) {
    const lines = text.trimEnd().split('\n');
    // The prompt takes the last line.
    t.ok(lines.length < SCREEN.lines, `${lines.length} lines: ${lines[0]}`);
    t.deepEqual(
      lines.filter((line) => line.length > SCREEN.columns),
      [],
    );
    t.match(text.split('\noptions\n')[0] ?? '', /\nexamples?\b/, 'an example');
  }
});

test('where more is declared than fits, help shows the first options and names the rest', async (t) => {
  const text = await helpOf(ALL_COMMANDS, ['run']);
  for (const option of ['--target', '--only', '--depth', '--report', '--details', '--last-failed'])
    t.ok(named(text).includes(option), option);
  t.match(text, /`srvspec help run --all` shows all \d+ options,/);
  t.doesNotMatch(text, /^exit status/m);
  t.match(await wholeHelpOf(ALL_COMMANDS, ['run']), /\nexit status: 0 every case /);
});

test('each option of each command is explained with its default, and help names only existing options', async (t) => {
  for (const { name, declared } of ALL_COMMANDS) {
    const { options, ownHelp } = await declared();
    const text = await wholeHelpOf(ALL_COMMANDS, name.split(' '));
    const known = Object.keys(options).map(dashed);
    t.deepEqual(
      known.filter((option) => option !== '--help' && !named(text).includes(option)),
      [],
      `${name}: all are named`,
    );
    const [, described = ''] = text.split(/\noptions\b.*\n/, 2);
    t.deepEqual(
      named(described).filter((option) => !known.includes(option)),
      [],
      `${name}: no other is named`,
    );
    if (ownHelp !== undefined) continue;
    for (const [option, { type, help, default: value, otherwise }] of Object.entries(options)) {
      t.match(help, /^\S.{9,}[^.]$/s, `${name} ${dashed(option)} is explained`);
      const described = typeof value === 'string' ? value : otherwise;
      t.ok(
        type === 'boolean' || (described !== undefined && described !== ''),
        `${name} ${dashed(option)} has a default`,
      );
      const line = text.split('\n').find((one) => one.startsWith(`  ${dashed(option)}`)) ?? '';
      t.ok(type === 'boolean' || line.includes(`default: ${described})`), line);
    }
  }
});

test('help fits into the columns of a terminal', async (t) => {
  for (const { name } of ALL_COMMANDS.filter(({ name: one }) => one !== 'api'))
    for (const columns of [32, 40, 60, 80, 120]) {
      const lines = (await helpOf(ALL_COMMANDS, name.split(' '), columns)).split('\n');
      t.deepEqual(
        lines.filter((line) => line.length > columns),
        [],
        `${name} in ${columns}`,
      );
    }
});

test('no terminal is too narrow for help', async (t) => {
  for (const columns of [1, 2, 24, 38]) {
    const text = await helpOf(ALL_COMMANDS, ['run'], columns);
    t.match(text, /standard output/, `${columns} columns`);
  }
});

test('an unknown command is refused with a suggestion', async (t) => {
  const complaint = (...words: readonly string[]): Promise<string> =>
    helpOf(ALL_COMMANDS, words).then(
      () => 'none',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  t.equal(await complaint('rnu'), 'there is no command rnu; did you mean run?');
  t.equal(await complaint('--hlep'), 'there is no command --hlep; did you mean --help?');
  t.equal(await complaint('walk'), 'there is no command walk; `srvspec help` lists them');
});
