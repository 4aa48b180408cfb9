import { setting } from '../../host/support/settings/directive.js';
import { listenSetting } from '../core/listen-setting.js';

export const listens = listenSetting('server');

export const internal = setting('internal', ['location'], () => true, false, { arity: [0, 0], inherit: 'nothing' });
