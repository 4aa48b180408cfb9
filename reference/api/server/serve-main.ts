/** `node serve-main.js [OPTION]…`: the server alone, without the command line around it. */
import { serveApi } from './main.js';

process.exitCode = await serveApi(process.argv.slice(2));
