import { type Block, blocksWithin } from '../settings/block.js';
import type { Warning } from '../settings/directive.js';
import { preloadedFiles } from './directives.js';
import { engine, periodics } from './settings.js';

/** Directives that are accepted although nothing follows from them here, each with why. */
export function idleDirectives(main: Block): readonly Warning[] {
  const preloaded = blocksWithin(main).flatMap((block) => (engine.of(block) === 'qjs' ? preloadedFiles.of(block) : []));
  const periodic = blocksWithin(main).flatMap((block) => periodics.of(block));
  return [
    ...[...new Set(preloaded)].map(({ name, file, line }): Warning => {
      const message = `"js_preload_object" makes no "${name}" where "js_engine" is "qjs", as in nginx`;
      return { kind: 'note', message, file, line };
    }),
    ...periodic.map(({ handler, file, line }): Warning => {
      const message = `"js_periodic" is not supported yet: "${handler}" is never called`;
      return { kind: 'note', message, file, line };
    }),
  ];
}
