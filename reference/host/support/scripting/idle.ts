import { type Block, blocksWithin } from '../settings/block.js';
import type { Warning } from '../settings/directive.js';
import { preloadedFiles } from './directives.js';
import { engine } from './settings.js';

/** Directives that are accepted without effect, each with the reason. */
export function idleDirectives(main: Block): readonly Warning[] {
  const preloaded = blocksWithin(main).flatMap((block) => (engine.of(block) === 'qjs' ? preloadedFiles.of(block) : []));
  return [...new Set(preloaded)].map(({ name, file, line }): Warning => {
    const message = `"js_preload_object" does not define "${name}" where "js_engine" is "qjs", as in nginx`;
    return { kind: 'note', message, file, line };
  });
}
