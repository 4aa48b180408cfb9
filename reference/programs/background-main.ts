/** `node background-main.js NAME WORD…`: the program of a name in the background, see `startInBackground`. */

import { mannersNamed } from '../nginx/process/manners.js';
import { launch } from './launch.js';

const [name = '', ...words] = process.argv.slice(2);
// Whoever started this may be gone.
process.on('error', () => undefined);
const print = (text: string) => void process.send?.({ print: text });
process.exitCode = await launch(words, { manners: mannersNamed(name), print });
if (process.connected) process.disconnect();
