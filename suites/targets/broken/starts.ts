/** Hosts that are right once they serve, but have problems when they start. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RuntimeTarget, SetupRefused, TargetUnavailable } from '../../executor/target.js';
import { BUNDLE_FILE } from '../support/host/configuration.js';
import { type HostOptions, startHostSession } from '../support/host/session.js';
import { Imports } from '../support/modules.js';

type BrokenLaunch = HostOptions['launch'];

/** The right target, launched in a wrong way. */
function launchedBy(name: string, right: RuntimeTarget, launch: BrokenLaunch): RuntimeTarget {
  const imports = new Imports();
  const bindings = { srv: 'srv', rt: 'rt' };
  const start: RuntimeTarget['drivers']['runtime']['start'] = (setup) =>
    startHostSession(setup, { bindings, connections: 64, imports, launch });
  return { ...right, name, kind: 'miniature', drivers: { runtime: { ...right.drivers.runtime, start } } };
}

/** Does not start with a script that imports a certain built-in module. */
export const refusingModule = (right: RuntimeTarget, launch: BrokenLaunch, module: string): RuntimeTarget =>
  launchedBy('refusing', right, async (files) => {
    const bundle = await readFile(join(files.folder, BUNDLE_FILE), 'utf8');
    if (bundle.includes(`from '${module}';`)) throw new TargetUnavailable(`it did not start: no module ${module}`);
    return launch(files);
  });

/** Refuses a configuration with this text, as a release does that does not know it yet. */
export const refusingText = (
  right: RuntimeTarget,
  launch: BrokenLaunch,
  unknown: RegExp,
  hostError: string,
): RuntimeTarget =>
  launchedBy('not knowing', right, async (files) => {
    if (unknown.test(await readFile(files.configuration, 'utf8'))) throw new SetupRefused('the release', hostError);
    return launch(files);
  });

/** Starts only if `starts` allows it; `starts` gets the number of earlier attempts. */
export function startingWhen(
  right: RuntimeTarget,
  launch: BrokenLaunch,
  starts: (tries: number) => boolean,
): RuntimeTarget {
  let tries = 0;
  return launchedBy('starting sometimes', right, async (files) => {
    if (!starts(tries++)) throw new TargetUnavailable('it did not start: no reason given');
    return launch(files);
  });
}
