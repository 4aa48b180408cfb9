/** Node itself, in this process, as a runtime with version 0.9.9: it replaces targets that take long to start. */
import { readOutcomes } from '../../../executor/outcomes.js';
import type { RuntimeTarget, Session, SessionSetup } from '../../../executor/target.js';
import { moduleBundle } from '../../../inside/bundle.js';

export const thisNode = (): RuntimeTarget => ({
  name: 'node',
  kind: 'miniature',
  identity: { runtimeVersion: '0.9.9', engine: 'unknown' },
  capabilities: new Set(['evaluate']),
  options: ['--target', 'node'],
  drivers: { runtime: { restarts: true, start } },
});

/** The export of the bundle of probes; it takes jobs as the text of a request, and answers with their outcomes. */
interface Bundle {
  evaluate(r: { requestText: string; return(status: number, body: string): void }): Promise<void>;
}

async function start({ probes, version }: SessionSetup): Promise<Session> {
  // Node has no module with that name.
  const refused = new Set(['xml']);
  const source = moduleBundle({ bindings: { srv: 'srv', rt: 'rt' }, version, probes, handlers: [], refused });
  const url = `data:text/javascript,${encodeURIComponent(`const rt = { version: '0.9.9' };\n${source}`)}`;
  const { default: bundle }: { default: Bundle } = await import(url);
  return {
    evaluate: async (jobs) => {
      let text = '';
      await bundle.evaluate({
        requestText: JSON.stringify(jobs),
        return: (_, body) => {
          text = body;
        },
      });
      return readOutcomes(text, jobs);
    },
    converse: () => Promise.reject(new Error('this target has no partners')),
    stop: async () => undefined,
  };
}
