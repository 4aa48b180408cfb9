/** The environment that a target is started in. */
import type { Start } from '../../language/trial.js';

/** This process's own, with what a case says of it. */
export function startedIn({ environment = {} }: Start = {}): NodeJS.ProcessEnv {
  const own = onThisMachine();
  for (const [name, value] of Object.entries(environment)) {
    if (value === null) delete own[name];
    else own[name] = value;
  }
  return own;
}

/**
 * This process's own, for programs that communicate only with this machine. Node reads all certificates of a file that the environment names when a program
 * starts, which takes as long as all else until then.
 */
export function onThisMachine(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
  return own;
}
