/** `node exec.js FILE [ARG…]` */
import { exec } from './exec-command.js';

process.exitCode = await exec(process.argv.slice(2));
