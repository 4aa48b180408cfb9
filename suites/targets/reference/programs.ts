/** The reference as programs: a host in the foreground and a command-line runtime. */
export { exec } from '../../../reference/host/exec.js';
export { serve } from '../../../reference/host/serve.js';
