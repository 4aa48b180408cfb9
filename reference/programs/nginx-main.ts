#!/usr/bin/env node
import { nginxDefaults } from '../nginx/process/program-defaults.js';
/** `srvspec-nginx`: runs in place of nginx, under whatever name it is started. */
import { launch } from './launch.js';

process.exitCode = await launch(process.argv.slice(2), { defaults: nginxDefaults });
