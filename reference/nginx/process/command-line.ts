import type { Mutable } from '../../host/support/mutable.js';

/** A command line as nginx reads it, and what is ours besides. */
export interface HostCommandLine {
  readonly configuration?: string;
  readonly prefix?: string;
  readonly errorLog?: string;
  readonly globals?: string;
  readonly signal?: Signal;
  readonly test: boolean;
  readonly dump: boolean;
  readonly quiet: boolean;
  readonly version: boolean;
  readonly build: boolean;
  readonly help: boolean;
  readonly watch: boolean;
  readonly skipUnsupported: boolean;
  readonly srv?: string;
  readonly rt?: string;
  readonly runtimeVersion?: string;
}

/** What a running host can be told. */
export const signals = { stop: 'SIGTERM', quit: 'SIGQUIT', reload: 'SIGHUP', reopen: 'SIGUSR1' } as const;
export type Signal = keyof typeof signals;

const nothing: HostCommandLine = {
  test: false,
  dump: false,
  quiet: false,
  version: false,
  build: false,
  help: false,
  watch: false,
  skipUnsupported: false,
};

/** Options that say something by being there. */
const flags: Readonly<Record<string, readonly (keyof HostCommandLine & FlagName)[]>> = {
  '?': ['help', 'version'],
  h: ['help', 'version'],
  v: ['version'],
  V: ['version', 'build'],
  t: ['test'],
  T: ['test', 'dump'],
  q: ['quiet'],
};
type FlagName = 'help' | 'version' | 'build' | 'test' | 'dump' | 'quiet';

/** Options with a value, and what the complaint calls it. */
const valued: Readonly<
  Record<string, readonly [name: 'prefix' | 'errorLog' | 'configuration' | 'globals', what: string]>
> = {
  p: ['prefix', 'directory name'],
  e: ['errorLog', 'file name'],
  c: ['configuration', 'file name'],
  g: ['globals', 'parameter'],
};

/** Options of ours that say something by being there. */
const longFlags: Readonly<Record<string, 'watch' | 'skipUnsupported'>> = {
  '--watch': 'watch',
  '--skip-unsupported': 'skipUnsupported',
};

/** Options of ours with a value. */
const long: Readonly<Record<string, 'srv' | 'rt' | 'runtimeVersion'>> = {
  '--srv': 'srv',
  '--rt': 'rt',
  '--runtime-version': 'runtimeVersion',
};

/** Reads the words behind the command's name; a complaint in nginx's words where they make no sense. */
export function readCommandLine(words: readonly string[]): HostCommandLine | string {
  const read: Mutable<HostCommandLine> = { ...nothing };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const complaint = word.startsWith('--') ? longOption(word, rest, read) : shortOptions(word, rest, read);
    if (complaint !== undefined) return complaint;
  }
  return read;
}

function longOption(word: string, rest: string[], read: Mutable<HostCommandLine>): string | undefined {
  const [name = '', inline] = word.split(/=(.*)/s, 2);
  const flag = longFlags[name];
  if (flag !== undefined && inline === undefined) {
    read[flag] = true;
    return undefined;
  }
  const key = long[name];
  if (key === undefined) return `invalid option: "${word}"`;
  const value = inline ?? rest.shift();
  if (value === undefined) return `option "${name}" requires parameter`;
  read[key] = value;
  return undefined;
}

/** Letters behind one dash; what follows a letter with a value is the value, or else the next word is. */
function shortOptions(word: string, rest: string[], read: Mutable<HostCommandLine>): string | undefined {
  if (!word.startsWith('-')) return `invalid option: "${word}"`;
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    const set = flags[letter];
    if (set !== undefined) {
      for (const name of set) read[name] = true;
      continue;
    }
    const [name, what] = letter === 's' ? [undefined, 'parameter'] : (valued[letter] ?? []);
    if (what === undefined) return `invalid option: "${letter}"`;
    const value = word.slice(at + 1) || rest.shift();
    if (value === undefined || value === '') return `option "-${letter}" requires ${what}`;
    if (name !== undefined) read[name] = value;
    else if (isSignal(value)) read.signal = value;
    else return `invalid option: "-s ${value}"`;
    return undefined;
  }
  return undefined;
}

const isSignal = (word: string): word is Signal => Object.hasOwn(signals, word);
