import type { ConfigurationModule } from './configuration/directive.js';
import { coreModule } from './core/directives.js';
import { inertModule } from './core/inert.js';
import { httpModule } from './http/module.js';
import { proxyDirectives } from './http/proxy/directives.js';
import { rewritingDirectives } from './http/proxy/rewriting.js';
import { upstreamDirectives } from './http/upstream/directives.js';
import { resolverDirectives } from './http/upstream/resolver.js';
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

/** The modules of the host; configurations consist of their directives. */
export const modules: readonly ConfigurationModule[] = [
  coreModule,
  httpModule,
  proxyModule,
  streamModule,
  scriptModule,
  inertModule,
];
