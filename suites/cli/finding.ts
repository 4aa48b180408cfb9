/** Finds a command by the words of a command line. */
import { didYouMean } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { Command } from './declared/command.js';

/** Returns the exit status; `all` are the commands that help lists. */
export type Perform = (args: readonly string[], all: readonly NamedCommand[]) => Promise<number>;

/** Its declaration and its code, each loaded on demand. */
export interface CommandEntry {
  readonly declared: () => Promise<Command>;
  readonly load: () => Promise<Perform>;
}

export interface NamedCommand extends CommandEntry {
  /** One word or two. */
  readonly name: string;
}

/** A command that was found, and the words after its name. */
export interface FoundCommand extends NamedCommand {
  readonly args: readonly string[];
}

/** The command with which the words begin. */
export function commandAt(
  all: readonly NamedCommand[],
  [first = '', second = '', ...rest]: readonly string[],
): FoundCommand | undefined {
  const ofTwo = all.find(({ name }) => name === `${first} ${second}`);
  if (ofTwo !== undefined) return { ...ofTwo, args: rest };
  const ofOne = all.find(({ name }) => name === first);
  return ofOne === undefined ? undefined : { ...ofOne, args: second === '' ? rest : [second, ...rest] };
}

export function unknownCommand(all: readonly NamedCommand[], name: string): UsageError {
  const known = [...all.map((one) => one.name), '--help', '--version'];
  return new UsageError(`there is no command ${name}${didYouMean(name, known) || '; `srvspec help` lists them'}`);
}
