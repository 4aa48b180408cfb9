import { OutputStep } from '../../../host/http/filters.js';
import type { HttpRequest } from '../../../host/http/request.js';
import { scopeOf, withinHttp } from '../../../host/support/settings/block.js';
import { listSetting, type Statement, setting } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import type { Template } from '../../../host/support/settings/template.js';
import { flag } from '../../../host/support/settings/values.js';
import { hasType, mediaTypes } from '../../http/media-types.js';
import type { HttpModule } from '../module.js';
import { Substitution } from './substitution.js';

interface SubFilter {
  readonly match: Template;
  readonly replacement: Template;
}

const pairs = listSetting<SubFilter>('sub_filter', withinHttp, readPair, [], { arity: [2, 2] });
const once = setting('sub_filter_once', withinHttp, flag, true);
const keepsDate = setting('sub_filter_last_modified', withinHttp, flag, false);
const types = mediaTypes('sub_filter_types');

/** `sub_filter`: replaces texts in the bodies of responses. */
export const subFilterModule: HttpModule = {
  name: 'sub_filter',
  directives: [pairs, types, once, keepsDate],
  filters: [(request, next) => new Substituting(request, next)],
};

function readPair(words: readonly string[], { block, place }: Statement): readonly SubFilter[] {
  const [match = '', replacement = ''] = words;
  if (match === '') throw new ConfigurationError('empty search pattern', place);
  const scope = scopeOf(block);
  return [{ match: scope.template(match, place), replacement: scope.template(replacement, place) }];
}

class Substituting extends OutputStep {
  #substitution: Substitution | undefined;

  override header(length: number | undefined): void {
    const { request } = this;
    this.#substitution = substitutionFor(request);
    const changes = this.#substitution !== undefined && request.parent === undefined;
    if (changes) describe(request);
    this.next.header(changes ? undefined : length);
  }

  override write(part: Buffer, more?: boolean): void {
    this.next.write(this.#substitution?.take(part, this.#isFlushed) ?? part, more);
  }

  /** Data that a handler sends piece by piece is not flushed. */
  get #isFlushed(): boolean {
    const { scriptPhase, receivedStatus } = this.request.response;
    return scriptPhase !== 'content' || receivedStatus !== undefined;
  }

  override end(part?: Buffer): void {
    const substitution = this.#substitution;
    if (substitution === undefined) this.next.end(part);
    else this.next.end(Buffer.concat([substitution.take(part ?? Buffer.alloc(0), true), substitution.end()]));
  }
}

/** The replacements for a response, if there are any. */
function substitutionFor(request: HttpRequest): Substitution | undefined {
  const { block, variables } = request;
  const { headers: headersOut } = request.response;
  const all = pairs.of(block);
  if (all.length === 0 || headersOut.all('Content-Length')[0] === '0') return undefined;
  if (!hasType(request, types.of(block))) return undefined;
  const texts = all.flatMap(({ match, replacement }) => {
    const text = variables.evaluate(match);
    return text === '' ? [] : [{ match: text, replacement: () => variables.evaluate(replacement) }];
  });
  return texts.length === 0 ? undefined : new Substitution(texts, once.of(block));
}

/** Removes the length and the date of the original body. */
function describe({ response: { headers: headersOut }, block }: HttpRequest): void {
  headersOut.set('Content-Length', []);
  if (keepsDate.of(block)) headersOut.weakenEntityTag();
  else {
    headersOut.set('Last-Modified', []);
    headersOut.changeEntityTag(undefined);
  }
}
