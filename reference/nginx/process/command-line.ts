import type { Mutable } from '../../host/support/mutable.js';

/** Signals of `-s`, by its commands. */
export const signals = { stop: 'SIGTERM', quit: 'SIGQUIT', reload: 'SIGHUP', reopen: 'SIGUSR1' } as const;
type Signal = keyof typeof signals;

/** Options without a value: nginx's letters, and ours. */
const switches = {
  '?': ['help', 'version'],
  h: ['help', 'version'],
  v: ['version'],
  V: ['version', 'build'],
  t: ['test'],
  T: ['test', 'dump'],
  q: ['quiet'],
  '--watch': ['watch'],
  '--skip-unsupported': ['skipUnsupported'],
} as const;
type Switch = (typeof switches)[keyof typeof switches][number];
const switchesOf: Readonly<Record<string, readonly Switch[]>> = switches;

/** Options with a value, and the value's name in the complaint. */
const valued = {
  p: ['prefix', 'directory name'],
  e: ['errorLog', 'file name'],
  c: ['configuration', 'file name'],
  g: ['globals', 'parameter'],
  s: ['signal', 'parameter'],
  '--srv': ['srv', 'parameter'],
  '--rt': ['rt', 'parameter'],
  '--runtime-version': ['runtimeVersion', 'parameter'],
} as const;
type Valued = (typeof valued)[keyof typeof valued][0];
const valuedOf: Readonly<Record<string, readonly [name: Valued, what: string]>> = valued;

/** nginx's command line, with our own options. */
export type HostCommandLine = { readonly [Name in Switch]?: true } & {
  readonly [Name in Exclude<Valued, 'signal'>]?: string;
} & { readonly signal?: Signal };

/** Parses the words after the command's name; invalid ones give a complaint in nginx's words. */
export function readCommandLine(words: readonly string[]): HostCommandLine | string {
  const read: Mutable<HostCommandLine> = {};
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const complaint = word.startsWith('--') ? longOption(word, rest, read) : shortOptions(word, rest, read);
    if (complaint !== undefined) return complaint;
  }
  return read;
}

function longOption(word: string, rest: string[], read: Mutable<HostCommandLine>): string | undefined {
  const [name = '', inline] = word.split(/=(.*)/s, 2);
  if (inline === undefined && takeSwitch(name, read)) return undefined;
  if (!Object.hasOwn(valued, name)) return `invalid option: "${word}"`;
  const value = inline ?? rest.shift();
  return value === undefined ? `option "${name}" requires parameter` : takeValue(name, value, read);
}

/** Letters after one dash. The value of a letter is the rest of the word, or else the next word. */
function shortOptions(word: string, rest: string[], read: Mutable<HostCommandLine>): string | undefined {
  if (!word.startsWith('-')) return `invalid option: "${word}"`;
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    if (takeSwitch(letter, read)) continue;
    const [, what] = Object.hasOwn(valued, letter) ? (valuedOf[letter] ?? []) : [];
    if (what === undefined) return `invalid option: "${letter}"`;
    const value = word.slice(at + 1) || rest.shift();
    return value ? takeValue(letter, value, read) : `option "-${letter}" requires ${what}`;
  }
  return undefined;
}

function takeSwitch(name: string, read: Mutable<HostCommandLine>): boolean {
  const set = Object.hasOwn(switches, name) ? switchesOf[name] : undefined;
  for (const one of set ?? []) read[one] = true;
  return set !== undefined;
}

function takeValue(option: string, value: string, read: Mutable<HostCommandLine>): string | undefined {
  const [name] = valuedOf[option] ?? [];
  if (name !== undefined && name !== 'signal') read[name] = value;
  else if (isSignal(value)) read.signal = value;
  else return `invalid option: "-s ${value}"`;
  return undefined;
}

const isSignal = (word: string): word is Signal => Object.hasOwn(signals, word);
