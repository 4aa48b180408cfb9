import { type DirectiveRule, optionalSetting, setting } from '../../host/support/settings/directive.js';
import { flag, milliseconds } from '../../host/support/settings/values.js';

const main = ['main'];

/** Whether the host runs in the background; by default, the program that started it decides. */
export const daemon = optionalSetting<boolean>('daemon', main, flag);
export const masterProcess = setting('master_process', main, flag, true);
/** Milliseconds that workers may take to end after a quit command. */
export const shutdownTimeout = optionalSetting<number>('worker_shutdown_timeout', main, milliseconds);

/** Directives about the processes of the host. */
export const processDirectives: readonly DirectiveRule[] = [daemon, masterProcess, shutdownTimeout];
