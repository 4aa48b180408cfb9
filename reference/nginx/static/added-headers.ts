import { OutputStep } from '../../host/http/filters.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { parseHttpDate } from '../../host/support/http-date.js';
import { type Block, scopeOf, withinHttpIf } from '../../host/support/settings/block.js';
import { type ListDirective, listSetting, type Statement, setting } from '../../host/support/settings/directive.js';
import { invalidParameter } from '../../host/support/settings/error.js';
import { DerivedSetting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import { oneOf } from '../../host/support/settings/values.js';
import type { HttpModule } from '../modules/module.js';
import { cachingOf, expires } from './expiry.js';

/** A header or trailer that the configuration adds. */
interface Addition {
  readonly name: ByteString;
  readonly value: Template;
  /** Whatever the status. */
  readonly always: boolean;
}

/** How the additions of outer blocks are inherited by a block with its own. */
const modes = oneOf('on', 'off', 'merge');

const addedHeaders = additions('add_header');
const addedTrailers = additions('add_trailer');
const headersInherit = setting('add_header_inherit', withinHttpIf, modes, 'on');
const trailersInherit = setting('add_trailer_inherit', withinHttpIf, modes, 'on');

/** The additions of a block. */
const headersOf = new DerivedSetting((block) => inherited(addedHeaders, headersInherit, block));
const trailersOf = new DerivedSetting((block) => inherited(addedTrailers, trailersInherit, block));

/** Adds headers and trailers to the responses of clients, after scripts and before filters that change bodies. */
export const headersModule: HttpModule = {
  name: 'headers',
  directives: [addedHeaders, addedTrailers, headersInherit, trailersInherit, expires],
  filters: [(request, next) => new AddingHeaders(request, next)],
};

/** Statuses whose responses get all additions. */
const ordinary: ReadonlySet<number> = new Set([200, 201, 204, 206, 301, 302, 303, 304, 307, 308]);

class AddingHeaders extends OutputStep {
  override header(length: number | undefined): void {
    if (this.request.parent === undefined) add(this.request);
    this.next.header(length);
  }
}

function add(request: HttpRequest): void {
  const { block } = request;
  const { headers: headersOut } = request.response;
  const isOrdinary = ordinary.has(request.response.status);
  const caching = isOrdinary ? cachingOf(request) : undefined;
  if (caching !== undefined) {
    headersOut.setCaching('Expires', caching.expires);
    headersOut.setCaching('Cache-Control', caching.cacheControl);
  }
  for (const { name, value } of holding(headersOf.of(block), isOrdinary)) {
    addOne(request, name, request.variables.evaluate(value));
  }
  const trailers = holding(trailersOf.of(block), isOrdinary);
  if (trailers.length === 0) return;
  headersOut.trailers = () =>
    trailers
      .map(({ name, value }) => [name, request.variables.evaluate(value)])
      .filter(([, value]) => value !== '')
      .flat();
}

function addOne({ response: { headers: headersOut } }: HttpRequest, name: ByteString, value: ByteString): void {
  switch (name.toLowerCase()) {
    case 'etag':
      headersOut.changeEntityTag(value === '' ? undefined : value);
      return;
    case 'last-modified':
      headersOut.set(name, value === '' ? [] : [value]);
      headersOut.lastModified = parseHttpDate(value);
      return;
    default:
      if (value !== '') headersOut.append(name, value);
  }
}

/** The additions that a response gets. */
function holding(all: readonly Addition[], isOrdinary: boolean): readonly Addition[] {
  return isOrdinary ? all : all.filter(({ always }) => always);
}

function inherited(
  list: ListDirective<Addition>,
  inheritance: typeof headersInherit,
  block: Block,
): readonly Addition[] {
  const own = list.own(block);
  const manner = inheritance.of(block);
  if (block.parent === undefined || manner === 'off') return own ?? [];
  if (own === undefined) return inherited(list, inheritance, block.parent);
  return manner === 'merge' ? [...own, ...inherited(list, inheritance, block.parent)] : own;
}

function additions(directive: string): ListDirective<Addition> {
  const parse = (words: readonly string[], { block, place }: Statement): readonly [Addition] => {
    const [name = '', text = '', option] = words;
    if (option !== undefined && option !== 'always') {
      throw invalidParameter(option, place);
    }
    return [{ name, value: scopeOf(block).template(text, place), always: option !== undefined }];
  };
  return listSetting<Addition>(directive, withinHttpIf, parse, [], { arity: [2, 3] });
}
