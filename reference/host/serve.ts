/** `node serve.js -c FILE [-p PREFIX]` */
import { serve } from './serve-command.js';

process.exitCode = await serve(process.argv.slice(2));
