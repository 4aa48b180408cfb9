import { type Block, blocksWithin } from '../settings/block.js';
import { ConfigurationError } from '../settings/error.js';
import { scriptImports } from './directives.js';

/** Directives of a block that name handlers, each with its handlers. */
type HandlerReferences = readonly (readonly [directive: string, handler: string | undefined])[];

/** Handlers need an import in their block. Throws ConfigurationError. */
export function checkImported(protocol: Block, handlersOf: (block: Block) => HandlerReferences): void {
  for (const block of blocksWithin(protocol)) {
    if (scriptImports.of(block).length > 0) continue;
    for (const [name, handler] of handlersOf(block)) {
      if (handler === undefined) continue;
      const complaint = `no imports defined for "${name}" "${handler}", use "js_import" directive`;
      throw new ConfigurationError(complaint, block);
    }
  }
}
