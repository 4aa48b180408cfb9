/** The program `play.mjs`. */
import { main } from './play.js';

await main(process.argv.slice(2));
