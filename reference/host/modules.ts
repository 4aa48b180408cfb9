import type { ConfigurationModule } from './configuration/directive.js';
import { coreModule } from './core/directives.js';
import { geoModule } from './core/geo/module.js';
import { inertModule } from './core/inert.js';
import { splitClientsModule } from './core/split-clients/module.js';
import { authRequestModule } from './http/access/auth-request.js';
import { authBasicModule } from './http/auth-basic/module.js';
import { charsetModule } from './http/charset/module.js';
import { gzipModule } from './http/gzip/packing.js';
import { gunzipModule } from './http/gzip/unpacking.js';
import { limitConnectionsModule } from './http/limits/connections.js';
import { limitRequestsModule } from './http/limits/requests.js';
import { type HttpModule, httpWith } from './http/module.js';
import { proxyDirectives } from './http/proxy/directives.js';
import { rewritingDirectives } from './http/proxy/rewriting.js';
import { realIpModule } from './http/real-ip/module.js';
import { secureLinkModule } from './http/secure-link/module.js';
import { stubStatusModule } from './http/stub-status/module.js';
import { subFilterModule } from './http/sub-filter/module.js';
import { upstreamDirectives } from './http/upstream/directives.js';
import { resolverDirectives } from './http/upstream/resolver.js';
import { offModule } from './nginx-like/real-host.js';
import { scriptDirectives } from './scripting/directives.js';
import { httpScriptDirectives } from './scripting/http/settings.js';
import { streamScriptDirectives } from './scripting/stream/module.js';
import { streamModule } from './stream/module.js';

const scriptModule: ConfigurationModule = {
  name: 'script',
  directives: [...scriptDirectives, ...httpScriptDirectives, ...streamScriptDirectives],
};

const proxyModule: ConfigurationModule = {
  name: 'proxy',
  directives: [...proxyDirectives, ...rewritingDirectives, ...upstreamDirectives, ...resolverDirectives],
};

/** Modules of the HTTP server, in the order of their handlers and filters. */
const httpModules: readonly HttpModule[] = [
  realIpModule,
  limitRequestsModule,
  limitConnectionsModule,
  authBasicModule,
  authRequestModule,
  secureLinkModule,
  stubStatusModule,
  gunzipModule,
  subFilterModule,
  gzipModule,
  // Behind what looks at the type of a response.
  charsetModule,
];

/** The HTTP server with its modules. */
export const http = httpWith(httpModules);

/** The modules of the host; configurations consist of their directives. */
export const modules: readonly ConfigurationModule[] = [
  coreModule,
  http,
  ...httpModules,
  geoModule,
  splitClientsModule,
  proxyModule,
  streamModule,
  scriptModule,
  inertModule,
  offModule,
];
