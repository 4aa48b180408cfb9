/** The thread in which a script of a command line runs. */
import { loadBundle } from './bundles.js';

loadBundle('script-worker');
