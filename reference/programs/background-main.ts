/** `node background-main.js NAME WORD…`: runs the named program in the background, see `startInBackground`. */

import { defaultsNamed } from '../nginx/process/program-defaults.js';
import { launch } from './launch.js';

const [name = '', ...words] = process.argv.slice(2);
// The process that started this one may have ended.
process.on('error', () => undefined);
const print = (text: string) => void process.send?.({ print: text });
process.exitCode = await launch(words, { defaults: defaultsNamed(name), print });
if (process.connected) process.disconnect();
