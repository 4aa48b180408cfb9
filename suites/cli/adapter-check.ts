/** `srvspec adapter-check COMMAND`: whether an adapter keeps the rules of the protocol. */
import { parseArgs } from 'node:util';
import { printableLine } from '../../reports/printable.js';
import { counted } from '../../reports/wording.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { wordsOf } from '../targets/adapter/adapter.js';
import { type CheckedRule, checkAdapter } from '../targets/adapter/check.js';
import { ADAPTER_CHECK } from './declared/tools.js';

const MARKS = { kept: '✓', broken: '✗', 'not tried': '–' } as const;

/**
 * @returns the exit status: 0, or 1 when a rule is broken
 * @throws TargetUnavailable when the command cannot be started
 */
export async function adapterCheck(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], options: ADAPTER_CHECK.options, allowPositionals: true });
  const [command = '', ...more] = positionals;
  if (command.trim() === '' || more.length > 0)
    throw new UsageError("adapter-check takes one command, in quotes: `srvspec adapter-check 'node my-adapter.mjs'`");
  let broken = 0;
  for await (const rule of checkAdapter(wordsOf(command))) {
    process.stdout.write(`${lineOf(rule)}\n`);
    if (rule.result === 'broken') broken += 1;
  }
  process.stdout.write(
    broken === 0 ? 'the adapter keeps the rules\n' : `the adapter breaks ${counted(broken, 'rule')}\n`,
  );
  return broken === 0 ? EXIT.ok : EXIT.failed;
}

const lineOf = ({ says, result, why }: CheckedRule): string =>
  `${MARKS[result]} ${says}${why === undefined ? '' : `: ${printableLine(why)}`}`;
