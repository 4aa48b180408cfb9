import { type DirectiveRule, listSetting, type Reading, setting } from '../../host/support/settings/directive.js';
import { word } from '../../host/support/settings/values.js';
import { checkListening, type Listen, parseListen } from '../core/listen.js';
import { mapDirectives } from '../core/map/directives.js';
import { withinHttp } from '../../host/http/blocks.js';
import { loggingDirectives } from '../logging/directives.js';
import { bodyDirectives } from '../../host/http/settings.js';
import { rewriteDirectives } from '../rewrite/directives.js';
import { limitExcept } from '../servers/limit-except.js';
import { location } from '../servers/location-pattern.js';
import { serverNames } from '../servers/names.js';

const inServer = ['server'];
const many = Number.POSITIVE_INFINITY;

const standardTypes: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['gif', 'image/gif'],
  ['jpg', 'image/jpeg'],
]);

const own = { inherit: 'nothing' } as const;
export const listens = listSetting('listen', inServer, listen, [], { arity: [1, many], ...own });
export const internal = setting('internal', ['location'], () => true, false, { arity: [0, 0], ...own });
export const defaultType = setting('default_type', withinHttp, word, 'text/plain');
export const types = setting<ReadonlyMap<string, string>>('types', withinHttp, readTypes, standardTypes, {
  arity: [0, 0],
  opens: 'list',
  once: false,
});

/** Directives inside of an `http` block. */
export const httpDirectives: readonly DirectiveRule[] = [
  { name: 'server', contexts: ['http'], arity: [0, 0], opens: 'server' },
  { name: 'location', contexts: ['server', 'location'], arity: [1, 2], opens: 'location', read: location },
  limitExcept,
  ...rewriteDirectives,
  ...mapDirectives,
  listens,
  serverNames,
  internal,
  defaultType,
  types,
  ...bodyDirectives,
  ...loggingDirectives,
];

function listen(words: readonly string[], reading: Reading): readonly Listen[] {
  const said = parseListen(words, reading);
  const { block, place } = reading;
  const own = listens.own(block) ?? [];
  const others = block.parent?.inner('server').filter((other) => other !== block) ?? [];
  checkListening(
    said,
    own,
    others.flatMap((server) => listens.own(server) ?? []),
    place,
  );
  return said;
}

function readTypes(_: readonly string[], { entries, block }: Reading): ReadonlyMap<string, string> {
  const said = entries.flatMap(({ name, arguments: extensions }) =>
    extensions.map((one) => [one.toLowerCase(), name] as const),
  );
  return new Map([...(types.own(block) ?? []), ...said]);
}
