import { idleDirectives } from '../host/support/scripting/idle.js';
import type { Configuration } from '../host/support/settings/configuration.js';
import type { Warning } from '../host/support/settings/directive.js';
import { withPlace } from '../host/support/settings/error.js';

/** A line about an accepted configuration. */
export interface Note {
  readonly level: 'warn' | 'notice';
  readonly message: string;
}

/** Notes on a configuration; one note lists all settings without effect. */
export function notesOf({ main, warnings: read }: Pick<Configuration, 'main' | 'warnings'>): readonly Note[] {
  const warnings = [...read, ...idleDirectives(main)];
  const notes = warnings.flatMap(noteOf);
  const inert = new Set(warnings.flatMap((warning) => (warning.kind === 'inert' ? [warning.directive] : [])));
  if (inert.size === 0) return notes;
  return [...notes, { level: 'notice', message: `these settings have no effect here: ${[...inert].join(', ')}` }];
}

function noteOf(warning: Warning): readonly Note[] {
  switch (warning.kind) {
    case 'note':
      return [{ level: 'warn', message: withPlace(warning.message, warning) }];
    case 'skipped':
      return [{ level: 'notice', message: withPlace(`${warning.feature} is skipped`, warning) }];
    case 'inert':
      return [];
  }
}
