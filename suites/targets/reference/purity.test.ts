/** Everything that the reference exposes is documented, and its files cite existing rows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'tape';
import { reachable, reachableFromSession } from '../../../reference/testing/purity.js';
import type { Row, RowFile } from '../../../spec/types/row.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const rows: readonly Row[] = [1, 2, 3].flatMap((document) => {
  const file: RowFile = JSON.parse(readFileSync(join(root, `spec/rows/${document}.json`), 'utf8'));
  return file.rows;
});

/** All words of the documents' code. `readInt16BE/LE` means two of them. */
function wordsOf(code: string): readonly string[] {
  const twins = code.replace(/\b(\w+)BE\/LE\b/g, '$1BE $1LE');
  return twins.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

const words = new Set(rows.flatMap((row) => [...row.code, ...row.signatures.map(({ name }) => name)].flatMap(wordsOf)));

/** Additional globals of real hosts. */
const OF_HOSTS: readonly string[] = ['globalThis.require', 'globalThis.rt.engine', 'globalThis.InternalError'];

/** Members of ECMAScript, which the realm replaces by its own if an engine's would reach the host. */
function isStandard(path: string): boolean {
  let of: unknown = globalThis;
  for (const name of path.split('.').slice(1)) {
    const found = Object.getOwnPropertyDescriptor(Object(of), name);
    if (found === undefined) return false;
    of = found.value;
  }
  return true;
}

test('the reference: every function that scripts reach is named by a row', async (t) => {
  const reached = [...(await reachable(t)), ...(await reachableFromSession(t))];
  const scripts = /^globalThis\.main\b/;
  const own = reached
    .filter(({ kind, native, path }) => kind === 'function' && !native && !scripts.test(path))
    .map(({ path }) => path.replace(/\.\[\[(Get|Set)\]\]$/, ''))
    .filter((path) => !isStandard(path) && !OF_HOSTS.includes(path));
  t.ok(own.length > 100, `${own.length} functions of the runtime`);
  const nameOf = (path: string) => path.split('.').at(-1) ?? '';
  // 3/file-system-module gives the functions of `fs.promises` by the names of those that end in Sync; real hosts have forms with a callback.
  const named = (path: string) =>
    words.has(nameOf(path)) || (/\bfs\.(promises\.)?\w+$/.test(path) && words.has(`${nameOf(path)}Sync`));
  t.deepEqual(
    own.filter((path) => !named(path)),
    [],
  );
});

test('the reference: cites rows that exist', (t) => {
  const ids = rows.map(({ id }) => id);
  const unknown: string[] = [];
  for (const file of readdirSync(join(root, 'reference'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const comments = readFileSync(join(root, 'reference', file), 'utf8').match(/^ *(\/?\*|\/\/).*$/gm) ?? [];
    const cited = comments.join('\n').match(/\b[123]\/[a-z0-9-]+(\/[a-z0-9-]+)?/g) ?? [];
    const isKnown = (citation: string) => ids.some((id) => id === citation || id.startsWith(`${citation}/`));
    unknown.push(...cited.filter((citation) => !isKnown(citation)).map((citation) => `${file}: ${citation}`));
  }
  t.deepEqual(unknown, []);
  t.end();
});
