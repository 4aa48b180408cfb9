// `node workerd.mjs WORKERD SCRIPT`: workerd runs no script file, but the test of a worker. Timers and random values are for handlers
// alone, so that the script's own code becomes that of the handler.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const [, , workerd = '', script = ''] = process.argv;
const lines = readFileSync(script, 'utf8').split('\n');
const isImport = (line) => line.startsWith('import ');

const worker = `${lines.filter(isImport).join('\n')}
globalThis.njs = Object.freeze({ version: '0.9.9' });
const test = () => new Promise((end) => {
  const { log } = console;
  // What is still to be done would be dropped once the test ends.
  console.log = (...all) => {
    log(...all);
    if (all[0] === 'srvspec-end') end();
  };
  ${lines.filter((line) => !isImport(line)).join('\n')}
});
export default { test };
`;

const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${basename(script)}.worker")],
  compatibilityDate = "2026-11-01",
);
`;

writeFileSync(`${script}.worker`, worker);
writeFileSync(`${script}.capnp`, configuration);
const { status, signal } = spawnSync(workerd, ['test', `${script}.capnp`], { stdio: 'inherit' });
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
