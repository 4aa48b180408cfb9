import { type DirectiveRule, setting } from '../../host/support/settings/directive.js';
import { flag, milliseconds } from '../../host/support/settings/values.js';

const main = ['main'];

/** Whether the host goes into the background; how it was started decides where nothing is said. */
export const daemon = setting<boolean | undefined>('daemon', main, flag('daemon'), undefined);
export const masterProcess = setting('master_process', main, flag('master_process'), true);
/** Milliseconds that workers may take to end once they are told to. */
export const shutdownTimeout = setting<number | undefined>(
  'worker_shutdown_timeout',
  main,
  milliseconds('worker_shutdown_timeout'),
  undefined,
);

/** Directives that say how the host runs as processes. */
export const processDirectives: readonly DirectiveRule[] = [daemon, masterProcess, shutdownTimeout];
