import { constants, createContext, Script } from 'node:vm';
import test from 'tape';
import { type ReachableObject, reachable, reachableFromSession, walk } from '../../../testing/purity.js';

/** Globals that the engine defines in every context besides ECMAScript. */
const notEcmaScript = /^globalThis\.(console|WebAssembly|Intl)\b|^globalThis\.Error\.captureStackTrace$/;

/** Makes `eval` a property with accessors, as the runtime does, so that the paths are the same. */
const evalRead = `{ const evaluate = eval; Object.defineProperty(globalThis, 'eval', { get: () => evaluate, set() {}, configurable: true }); }`;

/** Functions of ECMAScript, by their paths in a context without the runtime. */
function ecmaScript(): ReadonlySet<string> {
  const context = createContext(constants.DONT_CONTEXTIFY);
  new Script(evalRead).runInContext(context);
  const found: unknown = new Script(`JSON.stringify((${walk})({ globalThis }))`).runInContext(context);
  const findings: ReachableObject[] = JSON.parse(String(found));
  return new Set(findings.map(({ path }) => path).filter((path) => !notEcmaScript.test(path)));
}

test('realms: scripts reach no object of the host', async (t) => {
  const findings = await reachable(t);
  t.ok(findings.length > 500, `${findings.length} functions are reached`);
  t.deepEqual(
    findings.filter(({ foreign }) => foreign).map(({ path }) => path),
    [],
  );
});

test('realms: scripts of sessions reach no object of the host', async (t) => {
  const findings = await reachableFromSession(t);
  const names = ['allow', 'decline', 'deny', 'done', 'error', 'log', 'setReturnValue', 'warn'];
  for (const name of names)
    t.ok(
      findings.some(({ path }) => path === `s.${name}`),
      name,
    );
  t.deepEqual(
    findings.filter(({ foreign }) => foreign).map(({ path }) => path),
    [],
  );
});

test('realms: the engine’s additions to ECMAScript are removed', async (t) => {
  const known = ecmaScript();
  const native = (await reachable(t)).filter((finding) => finding.native).map(({ path }) => path);
  t.deepEqual(
    native.filter((path) => !known.has(path) && !path.startsWith('globalThis.main.')),
    [],
  );
});

test('the walk itself finds objects of another realm', (t) => {
  const context = createContext(constants.DONT_CONTEXTIFY);
  const inContext: unknown = new Script(`(${walk})`).runInContext(context);
  if (typeof inContext !== 'function') throw new Error('the walk is not a function');
  const paths = (roots: object) => {
    const findings: ReachableObject[] = Reflect.apply(inContext, undefined, [roots]);
    return [...findings].filter(({ foreign }) => foreign).map(({ path }) => path);
  };
  const made: unknown = new Script('(make) => ({ get thrower() { throw make(); } })').runInContext(context);
  if (typeof made !== 'function') throw new Error('the maker is not a function');
  t.ok(paths({ host: { value: 1 } }).includes('host'), 'an object');
  t.ok(paths({ host: () => undefined }).includes('host'), 'a function');
  t.deepEqual(paths({ inner: made(() => 1) }), [], 'none');
  const thrower = 'inner.thrower.[[Thrown]]';
  t.ok(paths({ inner: made(() => new Error('of the host')) }).includes(thrower), 'an error of a getter');
  t.end();
});
