import type { LogLevel } from '../../../host/logging/error-log.js';
import { withinBoth, withinHttp } from '../../../host/support/settings/block.js';
import { type SettingDirective, setting } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import { count, flag, oneOf } from '../../../host/support/settings/values.js';

/** Directives that both kinds of limits have. */
interface LimitSettings {
  /** The status of rejected requests. */
  readonly status: SettingDirective<number>;
  readonly logLevel: SettingDirective<LogLevel>;
  readonly dryRun: SettingDirective<boolean>;
}

/** Declares them for `limit_req` or `limit_conn`. */
export function limitSettings(limit: 'limit_req' | 'limit_conn'): LimitSettings {
  const status = `${limit}_status`;
  const dryRun = `${limit}_dry_run`;
  // Only requests have a rate limit.
  const contexts = limit === 'limit_conn' ? withinBoth : withinHttp;
  const levels = oneOf<LogLevel>('info', 'notice', 'warn', 'error');
  return {
    status: setting(
      status,
      withinHttp,
      (words, reading) => {
        const said = count(words, reading);
        if (said < 400 || said > 599) throw new ConfigurationError('value must be between 400 and 599', reading.place);
        return said;
      },
      503,
    ),
    logLevel: setting(`${limit}_log_level`, contexts, levels, 'error'),
    dryRun: setting(dryRun, contexts, flag, false),
  };
}
