/** `node exec/main.js FILE [ARG…]` */
import { loadBundle } from './bundles.js';

const { exec } = loadBundle('exec');
process.exitCode = await exec(process.argv.slice(2));
