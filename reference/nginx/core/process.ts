import { type DirectiveRule, optionalSetting, setting } from '../../host/support/settings/directive.js';
import { flag, milliseconds } from '../../host/support/settings/values.js';

const main = ['main'];

/** Whether the host goes into the background; how it was started decides where nothing is said. */
export const daemon = optionalSetting<boolean>('daemon', main, flag);
export const masterProcess = setting('master_process', main, flag, true);
/** Milliseconds that workers may take to end once they are told to. */
export const shutdownTimeout = optionalSetting<number>('worker_shutdown_timeout', main, milliseconds);

/** Directives that say how the host runs as processes. */
export const processDirectives: readonly DirectiveRule[] = [daemon, masterProcess, shutdownTimeout];
