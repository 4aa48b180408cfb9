/** The reference as programs: a host in the foreground and a command-line runtime. */
export { exec } from '../../../reference/host/script/exec.js';
export { serve } from '../../../reference/host/serve.js';
