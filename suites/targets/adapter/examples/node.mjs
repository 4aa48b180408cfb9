// An adapter for Node itself: this process is the runtime.
import { createInterface } from 'node:readline';

const { stdin, stdout, stderr, exit } = process;
const say = (message) => stdout.write(`${JSON.stringify(message)}\n`);
// Standard output has only messages.
globalThis.console = new console.Console(stderr);

say({
  type: 'hello',
  protocol: 1,
  name: `node ${process.versions.node}`,
  version: '0.9.9',
  capabilities: ['evaluate', 'file-system', 'machine'],
  modules: ['crypto', 'fs', 'querystring', 'zlib'],
});

let evaluate;
for await (const line of createInterface({ input: stdin })) {
  const { type, id, bundle, jobs } = JSON.parse(line);
  if (type === 'start') {
    const script = encodeURIComponent(`${bundle}\nexport default evaluate;`);
    evaluate = (await import(`data:text/javascript,${script}`)).default;
  } else if (type === 'run') evaluate(jobs, (outcomes) => say({ type: 'answer', id, outcomes }));
  else break;
}
exit();
