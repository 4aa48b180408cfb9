#!/usr/bin/env node
/** The program: its words are performed, and their status is its own. */
import { EXIT } from '../../spec/reading/user-error.js';
import { performCommand } from './performing.js';
import { watchOutput } from './system.js';

watchOutput();
const status = await performCommand(process.argv.slice(2));
// Whoever interrupts waits no longer for hosts that end and for connections that close: they end with this process.
if (status === EXIT.interrupted) process.stdout.write('', () => process.exit(status));
else process.exitCode = status;
