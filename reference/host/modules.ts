import type { ConfigurationModule } from './configuration/directive.js';
import { coreModule } from './core/directives.js';
import { httpModule } from './http/module.js';
import { scriptDirectives } from './scripting/directives.js';
import { httpScriptDirectives } from './scripting/http/module.js';
import { streamScriptDirectives } from './scripting/stream/module.js';
import { streamModule } from './stream/module.js';

const scriptModule: ConfigurationModule = {
  name: 'script',
  directives: [...scriptDirectives, ...httpScriptDirectives, ...streamScriptDirectives],
};

/** The modules of the host; configurations consist of their directives. */
export const modules: readonly ConfigurationModule[] = [coreModule, httpModule, streamModule, scriptModule];
