/** The environment in which a target is started. */
import type { StartSettings } from '../../language/trial.js';

/** The environment of this process, with the settings of a case. */
export function startedIn({ environment = {} }: StartSettings = {}): NodeJS.ProcessEnv {
  const own = onThisMachine();
  for (const [name, value] of Object.entries(environment)) {
    if (value === null) delete own[name];
    else own[name] = value;
  }
  return own;
}

/**
 * The environment of this process, for programs that communicate only with this machine. When a program starts, Node would read all
 * certificates of a file that the environment names. That takes as long as the rest of the start.
 */
export function onThisMachine(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
  return own;
}
