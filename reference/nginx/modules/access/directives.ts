import type { DirectiveRule } from '../../../host/support/settings/directive.js';
import { addressDirectives } from './addresses.js';
import { authDelay, satisfy } from './satisfy.js';

/** Directives that say who may have what a location has. */
export const accessDirectives: readonly DirectiveRule[] = [satisfy, authDelay, ...addressDirectives];
