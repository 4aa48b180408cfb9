// An adapter for Node itself: this process is the runtime, and each program is a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { stdin, stdout, stderr } = process;
const say = (message) => stdout.write(`${JSON.stringify(message)}\n`);
// Standard output is for messages alone.
globalThis.console = new console.Console(stderr);
// Node has no object of its own that says the version.
const GLOBALS = "globalThis.rt = Object.freeze({ version: '0.9.9' });";

say({
  type: 'hello',
  protocol: 1.1,
  name: `node ${process.versions.node}`,
  version: '0.9.9',
  capabilities: ['evaluate', 'file-system', 'machine', 'arguments', 'command-line'],
  modules: ['crypto', 'fs', 'querystring', 'zlib'],
});

async function inFile(text, use) {
  const folder = mkdtempSync(join(tmpdir(), 'adapter-'));
  const script = join(folder, 'script.mjs');
  writeFileSync(script, GLOBALS + text);
  try {
    return await use(script);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function start(bundle, words = []) {
  return inFile(`${bundle}\nexport default evaluate;`, async (script) => {
    process.argv = [process.execPath, script, ...words];
    return (await import(script)).default;
  });
}

function print(id, program) {
  return inFile(program, (script) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: Infinity });
    // Without a status it crashed.
    if (status === null) process.exit(1);
    say({ type: 'printed', id, stdout, stderr, status });
  });
}

let evaluate;
for await (const line of createInterface({ input: stdin })) {
  const { type, id, bundle, arguments: words, jobs, script } = JSON.parse(line);
  if (type === 'start') evaluate = await start(bundle, words);
  else if (type === 'run') evaluate(jobs, (outcomes) => say({ type: 'answer', id, outcomes }));
  else if (type === 'program') await print(id, script);
  else break;
}
process.exit();
