/** The thread that runs a script of the command line. */
import { loadBundle } from './bundles.js';

loadBundle('script-worker');
