/** The environment that a target is started in. */
import type { Start } from '../../language/trial.js';

/** This process's own, with what a case says of it. */
export function startedIn({ environment = {} }: Start = {}): NodeJS.ProcessEnv {
  const own = { ...process.env };
  for (const [name, value] of Object.entries(environment)) {
    if (value === null) delete own[name];
    else own[name] = value;
  }
  return own;
}
