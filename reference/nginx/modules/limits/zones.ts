import { type Block, blocksWithin, scopeOf } from '../../../host/support/settings/block.js';
import type { Statement } from '../../../host/support/settings/directive.js';
import {
  ConfigurationError,
  type ConfigurationPosition,
  invalidParameter,
} from '../../../host/support/settings/error.js';
import { ListSetting } from '../../../host/support/settings/setting.js';
import type { Template } from '../../../host/support/settings/template.js';
import { sizeOf } from '../../../host/support/settings/values.js';
import type { ModuleSubject } from '../subject.js';

/** A directive's declaration of memory for the keys of requests. */
export interface DeclaredZone {
  readonly directive: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly key: Template;
  /** The key as written. */
  readonly written: string;
}

/** Real hosts refuse zones below eight pages. */
const smallest = 8 * 4096;

/** The zones of all directives, which share their names. */
const zones = new ListSetting<DeclaredZone>([]);

/** Declares the zone of `KEY zone=NAME:SIZE`; `others` reads further words, and returns `false` for unknown ones. */
export function declareZone(reading: Statement, others: (word: string) => boolean = () => false): DeclaredZone {
  const { name: directive, words, block, place } = reading;
  const [written = '', ...parameters] = words;
  const key = scopeOf(block).template(written, place);
  let named: Pick<DeclaredZone, 'name' | 'size'> | undefined;
  for (const word of parameters) {
    if (word.startsWith('zone=')) named = nameAndSize(word, place);
    else if (!others(word)) throw invalidParameter(word, place);
  }
  if (named === undefined || named.name === '')
    throw new ConfigurationError(`"${directive}" must have "zone" parameter`, place);
  const { name } = named;
  const known = zones.own(block)?.find((zone) => zone.name === name);
  if (known?.directive === directive)
    throw new ConfigurationError(`${directive} "${name}" is already bound to key "${known.written}"`, place);
  if (known !== undefined)
    throw new ConfigurationError(`the shared memory zone "${name}" is already declared for a different use`, place);
  const zone = { directive, ...named, key, written };
  zones.add(block, zone);
  return zone;
}

function nameAndSize(word: string, place: Statement['place']): Pick<DeclaredZone, 'name' | 'size'> {
  const [name = '', text = ''] = word.slice('zone='.length).split(/:(.*)/s);
  const size = /g$/i.test(text) ? undefined : sizeOf(text);
  if (size === undefined) throw new ConfigurationError(`invalid zone size "${word}"`, place);
  if (size < smallest) throw new ConfigurationError(`zone "${word}" is too small`, place);
  return { name, size };
}

/** The result of a limit for a request or session; each limit keeps its own class once that was checked. */
export class LimitStatus {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A limit's reference to its zone. */
interface Counting extends ConfigurationPosition {
  readonly zone: string;
}

/** Throws ConfigurationError if a limit uses a zone that is not declared. */
export function checkZones<L extends Counting, Z extends DeclaredZone>(
  protocol: Block,
  limits: ListSetting<L>,
  declared: ListSetting<Z>,
): void {
  for (const limit of blocksWithin(protocol).flatMap((block) => limits.own(block) ?? [])) {
    if (!declared.of(protocol).some(({ name }) => name === limit.zone))
      throw new ConfigurationError(`zero size shared memory zone "${limit.zone}"`, limit);
  }
}

/** The key of a request or session in a zone; `undefined` if it is empty or too long. */
export function keyIn(subject: ModuleSubject, zone: DeclaredZone, most: number): string | undefined {
  const { key: template, written } = zone;
  const key = subject.variables.evaluate(template);
  if (key.length <= most) return key === '' ? undefined : key;
  subject.logLine('error', `the value of the "${written}" key is more than ${most} bytes: "${key}"`);
  return undefined;
}
