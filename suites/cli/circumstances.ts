/** When, where and how a command is run, as its report says it. */
import { arch, availableParallelism, release, type } from 'node:os';
import type { Circumstances } from '../../reports/model.js';
import { shellWord } from '../targets/support/shell-word.js';

/** `words`: the command line behind `srvspec`. */
export const circumstancesOf = (words: readonly string[], now = new Date()): Circumstances => ({
  startedAt: now.toISOString(),
  machine: `${type()} ${release()} ${arch()}, ${availableParallelism()} processors, Node ${process.versions.node}`,
  command: commandLine(words),
});

/** Options whose values may hold secrets. */
const SECRET = ['--new-key'];

/** A command line that a POSIX shell reads back as the same words, but for what may be secret. */
function commandLine(words: readonly string[]): string {
  const told = words.map((word, i) => {
    const option = SECRET.find((one) => word.startsWith(`${one}=`));
    if (option !== undefined) return `${option}=…`;
    return SECRET.includes(words[i - 1] ?? '') ? '…' : shellWord(word);
  });
  return ['srvspec', ...told].join(' ');
}
