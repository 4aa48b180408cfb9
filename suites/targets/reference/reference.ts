/** Target `reference`: the reference host, in a thread of this process. The only place that imports `reference`. */
import { startHost } from '../../../reference/host/start.js';
import type { Capability, Target } from '../../harness/target.js';
import { type Launched, PortTaken, startHostSession } from '../host/session.js';

const CAPABILITIES: readonly Capability[] = ['evaluate', 'exchange', 'log', 'restart'];

export function referenceTarget(): Target {
  return {
    name: 'reference',
    kind: 'reference',
    capabilities: new Set(CAPABILITIES),
    options: ['--target', 'reference'],
    start: (setup) =>
      startHostSession(setup, {
        bindings: { srv: 'srv', rt: 'rt' },
        version: setup.version,
        connections: 64,
        launch: ({ configuration, folder }) => launch(configuration, folder),
      }),
  };
}

async function launch(configuration: string, prefix: string): Promise<Launched> {
  try {
    const host = await startHost({ configuration, prefix });
    return { exited: host.ended.then(() => 'the host ended'), stop: () => host.stop() };
  } catch (error) {
    if (error instanceof Error && error.message.includes('EADDRINUSE')) throw new PortTaken(error.message);
    throw error;
  }
}
