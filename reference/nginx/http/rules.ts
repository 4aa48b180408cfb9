import type { HttpRules } from '../../host/http/route.js';
import { warnsOfUninitialized } from '../rewrite/directives.js';
import { blockForMethod } from '../servers/limit-except.js';
import { serverNameMatch } from '../servers/servers.js';
import { mediaTypeOf } from '../static/types.js';

/** What nginx's directives decide about requests. */
export const rules: HttpRules = {
  serverNameMatch,
  blockForMethod,
  warnsOfUninitialized: (block) => warnsOfUninitialized.of(block),
  mediaType: mediaTypeOf,
};
