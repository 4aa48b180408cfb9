import { bodyDirectives } from '../../host/http/body/settings.js';
import type { DirectiveRule } from '../../host/support/settings/directive.js';
import { mapDirectives } from '../core/map/directives.js';
import { loggingDirectives } from '../logging/directives.js';
import { rewriteDirectives } from '../rewrite/directives.js';
import { limitExcept } from '../servers/limit-except.js';
import { location } from '../servers/location-pattern.js';
import { serverNames } from '../servers/names.js';
import { internal, listens } from '../servers/settings.js';
import { defaultType, types } from '../static/types.js';

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
