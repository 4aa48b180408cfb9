import type { Block } from '../../host/support/settings/block.js';
import { wireOf } from './settings.js';

/** What of a request decides that. */
interface Responding {
  readonly environment: { readonly serverName: string };
  readonly block: Block;
}

/** What the server calls itself in a response: with its version, or without. */
export function serverTokensOf({ environment, block }: Responding): string {
  const { serverName } = environment;
  return wireOf(block).serverTokens === 'off' ? serverName.replace(/\/.*/, '') : serverName;
}
