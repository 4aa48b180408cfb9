#!/usr/bin/env node
/** The program: performs its arguments and exits with their status. */
import { EXIT } from '../../spec/reading/user-error.js';
import { performCommand } from './performing.js';
import { watchOutput } from './system.js';

watchOutput();
const status = await performCommand(process.argv.slice(2));
// After an interruption, the program does not wait for hosts that end and connections that close.
if (status === EXIT.interrupted) process.stdout.write('', () => process.exit(status));
else process.exitCode = status;
