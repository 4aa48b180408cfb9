import { Setting } from '../../host/support/settings/setting.js';

/** The directive that says what answers the sessions of a server: the last one of them. */
export const contentBy = new Setting<'return' | 'proxy_pass' | 'pass' | undefined>(undefined, 'nothing');
