/**
 * Reporter for `node --test`, which runs each test file in a process of its own. It prints one line for each file and the output of failed
 * files. Then come the slowest files and the number of all assertions, as tape counts them.
 */
import { basename, relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

interface TestCounts {
  readonly pass: number;
  readonly fail: number;
}

/** The number of slowest files in the report. */
const SLOWEST = 10;

/** The number of shown lines of a file without a failed assertion; CI shows no more of each. */
const LAST_LINES = 10;

/** TAP: a test point for each file, then the sums. A file that failed without a failed assertion counts as one failure. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const outputs = new Map<string, string>();
  const errors = new Map<string, string>();
  const sum = { pass: 0, fail: 0 };
  const times: { readonly file: string; readonly seconds: number }[] = [];
  yield 'TAP version 13\n';
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:stdout':
      case 'test:stderr': {
        const texts = type === 'test:stdout' ? outputs : errors;
        texts.set(data.file ?? '', (texts.get(data.file ?? '') ?? '') + data.message);
        break;
      }
      case 'test:pass':
      case 'test:fail': {
        const file = data.name;
        const output = outputs.get(file) ?? '';
        const errorOutput = errors.get(file) ?? '';
        outputs.delete(file);
        errors.delete(file);
        const counts = countsOf(output);
        const failed = type === 'test:fail' ? Math.max(1, counts.fail) : counts.fail;
        sum.pass += counts.pass;
        sum.fail += failed;
        const seconds = data.details.duration_ms / 1000;
        const below = relative('dist', file);
        // A file that only imports others does not belong to this one.
        const name = below.startsWith('..') ? basename(file) : below;
        times.push({ file: name, seconds });
        yield `${failed === 0 ? 'ok' : 'not ok'} ${times.length} - ${name} # ${counts.pass} passed, ${seconds.toFixed(1)} s\n`;
        if (failed > 0) yield indented(output, errorOutput);
        break;
      }
    }
  }
  times.sort((one, other) => other.seconds - one.seconds);
  for (const { file, seconds } of times.slice(0, SLOWEST)) yield `# slow: ${seconds.toFixed(1)} s ${file}\n`;
  yield `1..${times.length}\n# tests ${sum.pass + sum.fail}\n# pass ${sum.pass}\n# fail ${sum.fail}\n`;
}

function countsOf(output: string): TestCounts {
  const count = (word: string): number => Number(new RegExp(`^# ${word} +(\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return { pass: count('pass'), fail: count('fail') };
}

/**
 * The failed assertions in tape's words. A file that ended before it had any, or never ended, is shown by its last output. The end of the
 * standard error follows, since it has uncaught errors.
 */
function indented(output: string, errorOutput: string): string {
  const blocks = output.match(/^not ok .*\n(?: {2}---\n[\s\S]*?\n {2}\.\.\.\n)?/gm);
  const shown = blocks === null ? lastOf(output) : linesOf(blocks.join(''));
  return [...shown, ...lastOf(errorOutput)].map((line) => `    ${line}\n`).join('');
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

function lastOf(text: string): readonly string[] {
  const lines = linesOf(text);
  const before = Math.max(0, lines.length - LAST_LINES);
  return before === 0 ? lines : [`(${before} lines)`, ...lines.slice(before)];
}
