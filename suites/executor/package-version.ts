import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';

/** Version of this package, from its package.json. */
export const PACKAGE_VERSION = ((): string => {
  const content: unknown = JSON.parse(readFileSync(`${PACKAGE_ROOT}/package.json`, 'utf8'));
  return content !== null && typeof content === 'object' && 'version' in content ? String(content.version) : '';
})();
