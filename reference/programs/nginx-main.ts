#!/usr/bin/env node
import { standingIn } from '../nginx/process/manners.js';
/** `srvspec-nginx`: stands in for nginx, under whatever name it is started. */
import { launch } from './launch.js';

process.exitCode = await launch(process.argv.slice(2), { manners: standingIn });
