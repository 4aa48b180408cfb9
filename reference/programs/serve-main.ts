/** `node serve-main.js -c FILE [-p PREFIX]` */
import { serve } from './serve.js';

process.exitCode = await serve(process.argv.slice(2));
