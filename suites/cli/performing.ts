/** Performs a command line: finds the command and loads nothing else. */
import { printableInLog } from '../../reports/printable.js';
import { EXIT, UserError } from '../../spec/reading/user-error.js';
import { deniedBySystem } from './system.js';

/** Performs the words after `srvspec`; returns the exit status. */
export const performCommand = (words: readonly string[]): Promise<number> => perform(words).catch(report);

async function perform(words: readonly string[]): Promise<number> {
  const [first = 'help', ...rest] = words;
  if (first === '--version' || first === '-V')
    return print((await import('../executor/package-version.js')).PACKAGE_VERSION);
  const [{ ALL_COMMANDS: all }, { commandAt, unknownCommand }] = await Promise.all([
    import('./commands.js'),
    import('./finding.js'),
  ]);
  const found = commandAt(all, first === '--help' || first === '-h' ? ['help', ...rest] : [first, ...rest]);
  if (found === undefined) throw unknownCommand(all, first);
  const { name, args, declared, load } = found;
  const command = await declared();
  const { asksHelp, checkArguments } = await import('./arguments.js');
  // A command with help of its own prints it for each of its operations.
  if (asksHelp(command, args) && (command.ownHelp === undefined || args.length === 1))
    return (await import('./help.js')).helpCommand([name], all);
  checkArguments(name, command, args);
  const act = await load();
  return act(args, all);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
}

/** Prints errors that the user can fix without a stack; anything else is our own bug and is printed with its stack. */
function report(error: unknown): number {
  const denied = error instanceof UserError ? undefined : deniedBySystem(error);
  if (denied !== undefined) {
    process.stderr.write(`srvspec: the system denies what is needed: ${denied}\n`);
    return EXIT.unavailable;
  }
  const known = error instanceof UserError;
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  process.stderr.write(`srvspec: ${printableInLog(text ?? '')}\n`);
  return known ? error.exitStatus : EXIT.usage;
}
