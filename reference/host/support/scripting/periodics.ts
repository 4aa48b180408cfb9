import type { Block } from '../settings/block.js';
import { type DirectiveRule, many, type Statement } from '../settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, invalidParameter } from '../settings/error.js';
import { ListSetting } from '../settings/setting.js';
import { timeOf } from '../settings/values.js';
import { workerProcesses } from './workers.js';

/** A handler that is called repeatedly. */
export interface Periodic extends ConfigurationPosition {
  readonly handler: string;
  /** Milliseconds between two calls. */
  readonly interval: number;
  /** The longest random delay of a call, in milliseconds. */
  readonly jitter: number;
  /** Workers that call it, one digit each; `undefined` for only the first. */
  readonly workers: 'all' | string | undefined;
}

const second = 1000;

export const periodics = new ListSetting<Periodic>([], 'nothing');

export const periodicDirective: DirectiveRule = {
  name: 'js_periodic',
  contexts: ['location', 'stream server'],
  arity: [0, many],
  read: periodic,
  since: '0.8.1',
};

/** Whether a worker calls the handler; workers are numbered from 0. */
export function isCalledBy(worker: number, { workers }: Periodic): boolean {
  return workers === undefined ? worker === 0 : workers === 'all' || workers[worker] === '1';
}

function periodic({ words, block, place }: Statement): void {
  const [handler, ...options] = words;
  if (handler === undefined) throw new ConfigurationError('method name is required', place);
  const { file, line } = place;
  const draft = { handler, file, line, interval: 5 * second, jitter: 0, workers: undefined as Periodic['workers'] };
  for (const option of options) {
    const [key = '', text = ''] = option.split(/=(.*)/s);
    const time = timeOf(text);
    if (key === 'interval' && time !== undefined && time > 0) draft.interval = time;
    else if (key === 'jitter' && time !== undefined) draft.jitter = time;
    else if (option.startsWith('worker_affinity=')) draft.workers = affinity(text, block, place);
    else throw invalidParameter(option, place);
  }
  periodics.add(block, draft);
}

/** The number of workers must be configured before. */
function affinity(mask: string, block: Block, place: ConfigurationPosition): string {
  const refused = (complaint: string) => new ConfigurationError(complaint, place);
  const count = workerProcesses.own(block.outermost);
  if (count === undefined) throw refused('"worker_affinity" is not supported with unset "worker_processes" directive');
  if (mask === 'all') return mask;
  if (mask.length !== count)
    throw refused('the number of "worker_processes" is not equal to the size of "worker_affinity" mask');
  const wrong = /[^01]/.exec(mask)?.[0];
  if (wrong !== undefined) throw refused(`invalid character "${wrong}" in "worker_affinity="`);
  return mask;
}
