/** Reads a command's arguments by its declaration, before any code of the command is loaded. */
import { parseArgs } from 'node:util';
import { closeTo, didYouMean, knownValue } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { Command, Option, Options } from './declared/command.js';

/** Whether help is requested: by an option of the command, not by an argument for another program. */
export const asksHelp = (command: Command, args: readonly string[]): boolean =>
  optionTokens(command, args).some(({ name }) => name === 'help' || (name === 'h' && !('h' in command.options)));

/**
 * Refuses arguments that the command does not understand: options, and missing or needless values.
 * @throws UsageError with a suggestion
 */
export function checkArguments(name: string, command: Command, args: readonly string[]): void {
  const tokens = optionTokens(command, args);
  for (const token of tokens) {
    const option = optionOf(command.options, token.name);
    if (option === undefined) refuseOption(name, command, token);
    else checkValue(token, option, command);
  }
  refuseContradictions(command, tokens);
  const [first, ...others] = positionalsOf(command, args);
  if (first !== undefined) checkOperand(name, command, first);
  const { shown = '', most = Number.POSITIVE_INFINITY } = command.operands ?? {};
  const surplus = others[most - 1];
  if (surplus !== undefined) throw new UsageError(`${name} takes one ${shown}; ${surplus} is one too many`);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

const tokensOf = ({ options, optionsFirst }: Command, args: readonly string[]) => {
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });
  const first = tokens.findIndex(({ kind }) => kind === 'positional');
  return optionsFirst === true && first >= 0 ? tokens.slice(0, first + 1) : tokens;
};

const optionTokens = (command: Command, args: readonly string[]): readonly OptionToken[] =>
  tokensOf(command, args).filter((token) => token.kind === 'option');

/** The arguments after a command's name that are no options. */
const positionalsOf = (command: Command, args: readonly string[]): readonly string[] =>
  tokensOf(command, args).flatMap((token) => (token.kind === 'positional' ? [token.value] : []));

const optionOf = (options: Options, name: string): Option | undefined =>
  Object.hasOwn(options, name) ? options[name] : undefined;

/** A command that checks its options itself gets a suggestion only for a close option, since any other argument may be a secret. */
function refuseOption(name: string, { options, ownHelp }: Command, { name: given, rawName }: OptionToken): void {
  const known = Object.keys(options);
  if (ownHelp !== undefined && closeTo(given, known).length === 0) return;
  const near = given.length === 1 ? '' : didYouMean(rawName, known.map(dashed));
  throw new UsageError(`${name} has no option ${rawName}${near || `; \`srvspec help ${name}\` lists them`}`);
}

/** An option as it is written. */
export const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`);

/** An empty value usually comes from an unset variable; only a client's own operations may have one. */
function checkValue({ rawName, value, inlineValue }: OptionToken, option: Option, { ownHelp }: Command): void {
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return;
  }
  const shown = `${rawName} ${option.value ?? 'VALUE'}`;
  if (value === undefined) throw new UsageError(`${rawName} takes a value: ${shown}`);
  if (value === '' && ownHelp === undefined) throw new UsageError(`${rawName} takes a value, not '': ${shown}`);
  if (inlineValue !== true && value.length > 1 && value.startsWith('-'))
    throw new UsageError(
      `${rawName} takes a value: ${shown}; one that begins with a dash is written ${rawName}${rawName.startsWith('--') ? '=' : ''}${value}`,
    );
  if (option.values !== undefined) knownValue(rawName, value, option.values);
}

/** Only one of two values would be used, so that a run would have other cases than requested. */
function refuseContradictions({ options, perTarget = {} }: Command, tokens: readonly OptionToken[]): void {
  const given = new Map<string, string>();
  for (const { name, rawName, value = '' } of tokens) {
    const option = optionOf(options, name);
    if (name === 'target') for (const own of Object.keys(perTarget)) given.delete(own);
    if (option?.type !== 'string' || option.multiple === true) continue;
    const before = given.get(name);
    if (before !== undefined && before !== value)
      // Values may be secret.
      throw new UsageError(`${rawName} is given twice, with two values; ${option.several ?? 'it takes one'}`);
    given.set(name, value);
  }
}

function checkOperand(name: string, { operands, options }: Command, given: string): void {
  if (operands === undefined) {
    const option = ['only', 'c'].find((one) => one in options);
    const meant = option === undefined ? '' : `; did you mean ${dashed(option)} ${given}?`;
    throw new UsageError(`${name} takes options alone, not ${given}${meant}`);
  }
  const { values } = operands;
  if (values === undefined || values.includes(given)) return;
  const near = didYouMean(given, values);
  if (near !== '') throw new UsageError(`there is no ${name} ${given}${near}`);
}
