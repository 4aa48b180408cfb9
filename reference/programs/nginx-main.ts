#!/usr/bin/env node
/** `srvspec-nginx`: stands in for nginx, under whatever name it is started. */
import { launch } from './launch.js';
import { standingIn } from '../nginx/process/manners.js';

process.exitCode = await launch(process.argv.slice(2), { manners: standingIn });
