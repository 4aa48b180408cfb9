// An adapter for Node itself: this process is the runtime.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { stdin, stdout, stderr } = process;
const say = (message) => stdout.write(`${JSON.stringify(message)}\n`);
// Standard output is for messages alone.
globalThis.console = new console.Console(stderr);
// Node has no object of its own that says the version.
globalThis.rt = Object.freeze({ version: '0.9.9' });

say({
  type: 'hello',
  protocol: 1,
  name: `node ${process.versions.node}`,
  version: '0.9.9',
  capabilities: ['evaluate', 'file-system', 'machine'],
  modules: ['crypto', 'fs', 'querystring', 'zlib'],
});

async function load(bundle) {
  const folder = mkdtempSync(join(tmpdir(), 'adapter-'));
  const script = join(folder, 'bundle.mjs');
  writeFileSync(script, `${bundle}\nexport default evaluate;`);
  try {
    return (await import(script)).default;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let evaluate;
for await (const line of createInterface({ input: stdin })) {
  const { type, id, bundle, jobs } = JSON.parse(line);
  if (type === 'start') evaluate = await load(bundle);
  else if (type === 'run') evaluate(jobs, (outcomes) => say({ type: 'answer', id, outcomes }));
  else break;
}
process.exit();
