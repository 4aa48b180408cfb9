import { scopeOf, withinHttp, withinHttpIf } from '../../host/support/settings/block.js';
import {
  type DirectiveRule,
  listSetting,
  many,
  type Statement,
  setting,
} from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import { flag } from '../../host/support/settings/values.js';
import { badRequests } from '../wire/refusals.js';

/** The replacement of the built-in page of a status. */
export interface ErrorPage {
  readonly status: number;
  /** The status to send; 0 for the status of the replacement. */
  readonly sends: number;
  readonly where: Template;
}

export const errorPages = listSetting<ErrorPage>('error_page', withinHttpIf, readErrorPage, [], { arity: [2, many] });
export const recursiveErrorPages = setting('recursive_error_pages', withinHttp, flag, false);

/** Directives about the answers to failed requests. */
export const errorPageDirectives: readonly DirectiveRule[] = [errorPages, recursiveErrorPages];

/** Reads `error_page CODE… [=[CODE]] WHERE`. */
function readErrorPage(words: readonly string[], { place, block }: Statement): readonly ErrorPage[] {
  const where = scopeOf(block).template(words.at(-1) ?? '', place);
  const before = words.at(-2) ?? '';
  const sends = before.startsWith('=') ? statusToSend(before, words.length, place) : undefined;
  return words.slice(0, sends === undefined ? -1 : -2).map((word) => {
    const status = statusOf(word, place);
    return { status, sends: sends ?? (badRequests.has(status) ? 400 : status), where };
  });
}

function statusToSend(word: string, words: number, place: ConfigurationPosition): number {
  if (words < 3 || !/^=\d{0,9}$/.test(word)) throw new ConfigurationError(`invalid value "${word}"`, place);
  return Number(word.slice(1));
}

function statusOf(word: string, place: ConfigurationPosition): number {
  if (!/^\d{1,9}$/.test(word) || word === '499') throw new ConfigurationError(`invalid value "${word}"`, place);
  const status = Number(word);
  if (status < 300 || status > 599) throw new ConfigurationError(`value "${word}" must be between 300 and 599`, place);
  return status;
}
