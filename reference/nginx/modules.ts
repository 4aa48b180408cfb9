import { scriptDirectives } from '../host/support/scripting/directives.js';
import { httpScriptDirectives } from '../host/support/scripting/http-settings.js';
import { streamScriptDirectives } from '../host/support/scripting/stream-settings.js';
import type { ConfigurationModule } from '../host/support/settings/directive.js';
import { coreModule } from './core/directives.js';
import { geoModule } from './core/geo/module.js';
import { inertModule } from './core/inert/inert.js';
import { mapModule } from './core/map/module.js';
import { splitClientsModule } from './core/split-clients/module.js';
import { httpWith } from './http/module.js';
import { authRequestModule } from './modules/access/auth-request.js';
import { accessModule, accessOfSessions } from './modules/access/module.js';
import { authBasicModule } from './modules/auth-basic/module.js';
import { charsetModule } from './modules/charset/module.js';
import { gzipModule } from './modules/gzip/packing.js';
import { gunzipModule } from './modules/gzip/unpacking.js';
import { limitConnectionsModule, limitSessionsModule } from './modules/limits/connections.js';
import { limitRequestsModule } from './modules/limits/requests.js';
import type { HttpModule, StreamModule } from './modules/module.js';
import { offModule } from './modules/real-host.js';
import { realIpModule, streamRealIpModule } from './modules/real-ip/module.js';
import { secureLinkModule } from './modules/secure-link/module.js';
import { stubStatusModule } from './modules/stub-status/module.js';
import { subFilterModule } from './modules/sub-filter/module.js';
import { checkProxySettings, proxyDirectives } from './proxy/directives.js';
import { rewritingDirectives } from './proxy/rewriting.js';
import { headersModule } from './static/added-headers.js';
import { streamTlsModule } from './stream/handshake.js';
import { streamWith } from './stream/module.js';
import { passModule } from './stream/pass.js';
import { sessionProxyModule } from './stream/proxy/module.js';
import { setModule } from './stream/set.js';
import { sslPrereadModule } from './stream/ssl-preread.js';
import { upstreamDirectives } from './upstream/directives.js';
import { resolverDirectives } from './upstream/resolver.js';

const scriptModule: ConfigurationModule = {
  name: 'script',
  directives: [...scriptDirectives, ...httpScriptDirectives, ...streamScriptDirectives],
};

const proxyModule: HttpModule = {
  name: 'proxy',
  directives: [...proxyDirectives, ...rewritingDirectives, ...upstreamDirectives, ...resolverDirectives],
  check: checkProxySettings,
};

/** Modules of the HTTP server, in the order of their handlers and filters. */
const httpModules: readonly HttpModule[] = [
  proxyModule,
  accessModule,
  headersModule,
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
  // After the modules that read the type of a response.
  charsetModule,
];

/** The HTTP server with its modules. */
export const http = httpWith(httpModules);

/** Modules of the stream server, in the order of their handlers. */
const streamModules: readonly StreamModule[] = [
  setModule,
  streamRealIpModule,
  limitSessionsModule,
  accessOfSessions,
  streamTlsModule,
  sslPrereadModule,
  sessionProxyModule,
  passModule,
];

/** The stream server with its modules. */
export const stream = streamWith(streamModules);

/** The modules of the host, whose directives make up a configuration. */
export const modules: readonly ConfigurationModule[] = [
  coreModule,
  http,
  ...httpModules,
  mapModule,
  geoModule,
  splitClientsModule,
  stream,
  ...streamModules,
  scriptModule,
  inertModule,
  offModule,
];
