import type { Statement } from '../../../host/support/settings/directive.js';
import { ConfigurationError, misused } from '../../../host/support/settings/error.js';
import { ListSetting } from '../../../host/support/settings/setting.js';
import { size, sizeOf, timeOf } from '../../../host/support/settings/values.js';

/** Checks the words of a directive. */
type ArgumentCheck = (words: readonly string[], reading: Statement) => unknown;

export function priority([text = '']: readonly string[], { name, place }: Statement): void {
  if (!/^[+-]?\d+$/.test(text)) throw misused(name, 'invalid number', place);
}

export function affinity(words: readonly string[], { place }: Statement): void {
  const [first = '', ...others] = words;
  const masks = first === 'auto' ? others : words;
  for (const mask of masks) {
    // Real hosts read from the end.
    const wrong = /.*([^01 ])/.exec(mask)?.[1];
    if (wrong !== undefined) {
      throw new ConfigurationError(`invalid character "${wrong}" in "worker_cpu_affinity"`, place);
    }
  }
}

const threadPools = new ListSetting<string>([]);

/** Pools share one list of names; other parameters are not checked. */
export function threads([name = '', ...options]: readonly string[], { block, place }: Statement): void {
  if (threadPools.own(block)?.includes(name) === true)
    throw new ConfigurationError(`duplicate thread pool "${name}"`, place);
  threadPools.add(block, name);
  for (const option of options) {
    const [key = '', value = ''] = option.split(/=(.*)/s);
    const isWrong = key === 'threads' ? !/^0*[1-9]\d*$/.test(value) : key === 'max_queue' && !/^\d+$/.test(value);
    if (isWrong) throw new ConfigurationError(`invalid ${key} value "${option}"`, place);
  }
}

export function connections([text = '']: readonly string[], { place }: Statement): void {
  if (!/^\d+$/.test(text)) throw new ConfigurationError(`invalid number "${text}"`, place);
}

export function eventMethod([text = '']: readonly string[], { place }: Statement): void {
  if (!/^(epoll|poll|select)$/.test(text)) throw new ConfigurationError(`invalid event type "${text}"`, place);
}

export function aio([text = '']: readonly string[], { name, place }: Statement): void {
  if (text === 'on') throw new ConfigurationError('"aio on" is unsupported on this platform', place);
  if (!/^(on|off|threads(=.+)?)$/.test(text)) throw misused(name, 'invalid value', place);
}

export function poolSize(words: readonly string[], reading: Statement): void {
  const found = size(words, reading);
  if (found < 112) throw new ConfigurationError('the pool size must be no less than 112', reading.place);
  if (found % 16 !== 0) throw new ConfigurationError('the pool size must be a multiple of 16', reading.place);
}

export function directio([text = '']: readonly string[], { name, place }: Statement): void {
  if (text !== 'off' && sizeOf(text) === undefined) throw misused(name, 'invalid value', place);
}

/** A size, or a text with variables that evaluates to one. */
export function rate(words: readonly string[], reading: Statement): void {
  if (words[0]?.includes('$')) reading.block.scope?.template(words[0], reading.place);
  else size(words, reading);
}

export function symbolicLinks([first = '', second]: readonly string[], { place }: Statement): void {
  const isKnown = /^(on|off|if_not_owner)$/.test(first);
  const isFrom = second === undefined || (/^from=./.test(second) && first !== 'off');
  if (!isKnown || !isFrom) throw new ConfigurationError(`invalid parameter "${isKnown ? second : first}"`, place);
}

export function sessions(words: readonly string[], { place }: Statement): void {
  for (const word of words) {
    if (/^(off|none|builtin(:\d+)?)$/.test(word)) continue;
    const shared = /^shared:([^:]+):(.+)$/.exec(word);
    const bytes = sizeOf(shared?.[2] ?? '');
    if (bytes === undefined) throw new ConfigurationError(`invalid session cache "${word}"`, place);
    if (bytes < 8 * 4096) throw new ConfigurationError(`session cache "${word}" is too small`, place);
  }
}

const isPositive = (text: string): boolean => /^0*[1-9]\d*$/.test(text);
const isSeconds = (text: string): boolean => timeOf(text, 'seconds') !== undefined;

/** The checks for values of a file cache's options. */
const cacheOptions = { max: isPositive, min_uses: isPositive, inactive: isSeconds, valid: isSeconds };

/** Checks `off`, or options of a cache; `called` names an unknown option in the complaint. */
function cacheCheck(called: string, known: readonly (keyof typeof cacheOptions)[], missing?: string): ArgumentCheck {
  return (words, { place }) => {
    for (const word of words) {
      const [key, value = ''] = word.split(/=(.*)/s);
      const option = known.find((one) => one === key);
      const isKnown = word === 'off' || (option !== undefined && cacheOptions[option](value));
      if (!isKnown) throw new ConfigurationError(`invalid ${called} "${word}"`, place);
    }
    if (missing !== undefined && words[0] !== 'off' && !words.some((word) => word.startsWith('max=')))
      throw new ConfigurationError(missing, place);
  };
}

export const openFiles = cacheCheck(
  '"open_file_cache" parameter',
  ['max', 'inactive'],
  '"open_file_cache" must have the "max" parameter',
);
/** Log files whose names have variables may stay open. */
export const openLogs = cacheCheck(
  '"open_log_file_cache" parameter',
  ['max', 'min_uses', 'inactive', 'valid'],
  '"open_log_file_cache" must have "max" parameter',
);
export const certificateCache = cacheCheck('parameter', ['max', 'inactive', 'valid']);

/** Directives with the same rule. */
export interface InertDirectives {
  readonly contexts: readonly string[];
  /** Least and greatest number of words, if not one. */
  readonly arity?: readonly [number, number];
  readonly check?: ArgumentCheck;
  readonly repeats?: boolean;
  /** Whether a block with any entries follows. */
  readonly opens?: 'list';
  readonly names: readonly string[];
}
