/** `node exec/main.js FILE [ARG…]` */
import { exec } from './exec.js';

process.exitCode = await exec(process.argv.slice(2));
