/** When, where and how a command is run, for its report. */
import { arch, availableParallelism, release, type } from 'node:os';
import type { Circumstances } from '../../reports/model.js';
import { shellWord } from '../targets/support/shell-word.js';

/** `words`: the command line after `srvspec`. */
export const circumstancesOf = (words: readonly string[], now = new Date()): Circumstances => ({
  startedAt: now.toISOString(),
  machine: `${type()} ${release()} ${arch()}, ${availableParallelism()} processors, Node ${process.versions.node}`,
  command: commandLine(words),
});

/** Options whose values may be secret. */
const SECRET = ['--new-key'];

/** A command line that a POSIX shell reads as the same words, except for secrets. */
function commandLine(words: readonly string[]): string {
  const shown = words.map((word, i) => {
    const option = SECRET.find((one) => word.startsWith(`${one}=`));
    if (option !== undefined) return `${option}=…`;
    return SECRET.includes(words[i - 1] ?? '') ? '…' : shellWord(word);
  });
  return ['srvspec', ...shown].join(' ');
}
