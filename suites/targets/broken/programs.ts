// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** Wrong runtimes as programs: a right program, whose scripts get text before them that makes the members they use wrong. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bindings } from '../../inside/bundle.js';
import { liftedSource } from '../../inside/lifting.js';
import { shellWord } from '../support/shell-word.js';

/** The behaviour of a wrong member: it returns another value, throws, or ends its process by a signal. */
export const WAYS = ['lies', 'throws', 'goes down'] as const;
export type Way = (typeof WAYS)[number];

type ScriptObject = { [name: string]: unknown };

/** Replaces methods and text properties of objects by wrong ones, except those that the suite itself needs. */
const spoiler = (way: Way, end: () => void): ((of: unknown) => void) => {
  const needed =
    /^(constructor|from|isBuffer|toString|valueOf|toJSON|version|engine|shared|return|send|finish|headersIn|requestText|log|error|warn|on|exit|kill|pid|arguments|env)$/;
  const concat = Buffer.concat;
  const other = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}x`;
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return value instanceof Uint8Array ? concat([value, Buffer.from('x')]) : value;
  };
  const wrong = (right: () => unknown): unknown => {
    if (way === 'throws') throw new RangeError('not today');
    if (way === 'goes down') end();
    return other(right());
  };
  const spoiled: unknown[] = [];
  const spoil = (of: unknown): void => {
    if ((typeof of !== 'object' && typeof of !== 'function') || of === null || spoiled.indexOf(of) >= 0) return;
    spoiled.push(of);
    const object: ScriptObject = Object(of);
    Object.getOwnPropertyNames(of).forEach((name) => {
      const found = Object.getOwnPropertyDescriptor(of, name);
      if (found === undefined || !found.configurable || needed.test(name)) return;
      const { value, get } = found;
      if (name === 'prototype') return;
      if (typeof value === 'function' && found.writable) {
        if (/^[A-Z]/.test(name)) return;
        object[name] = function (this: unknown, ...args: unknown[]): unknown {
          return wrong(() => value.apply(this, args));
        };
      } else if (get !== undefined)
        Object.defineProperty(of, name, {
          ...found,
          get(this: unknown): unknown {
            const right = get.call(this);
            return typeof right === 'string' ? wrong(() => right) : right;
          },
        });
    });
  };
  return spoil;
};

/** The text before a script. `members` are expressions of objects, which may be missing. */
function prelude(way: Way, { srv, rt }: Bindings, modules: readonly string[]): string {
  const objects = [
    ...['Buffer', 'Buffer.prototype', 'TextDecoder.prototype', 'TextEncoder.prototype', rt, `${srv}.shared`],
    ...['Object.getPrototypeOf(crypto.subtle)', ...modules.map((name) => `wrong_${name}`)],
  ];
  return [
    ...modules.map((name) => `import wrong_${name} from '${name}';`),
    `const spoil = (${liftedSource(spoiler)})('${way}', () => { process.kill(process.pid, 'SIGSEGV'); for (;;); });`,
    ...objects.map((object) => `try { spoil(${object}); } catch (e) { /* There is none. */ }`),
    // The arguments of handlers are known once there is one.
    'const prototypes = (of) => (of === null || of === Object.prototype ? [] : [of, ...prototypes(Object.getPrototypeOf(of))]);',
    'const wrongly = (handlers) => Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name,',
    '  (r, ...more) => { prototypes(Object.getPrototypeOf(r)).forEach(spoil); return handle(r, ...more); }]));',
    '',
  ].join('\n');
}

export interface WrongPrograms {
  /** Commands, in the syntax of a shell. */
  readonly exec: string;
  readonly serve: string;
}

/** Commands of wrong runtimes, made from those of a right one; their files are written to the folder. */
export async function wrongPrograms(
  folder: string,
  way: Way,
  right: { readonly exec: string; readonly serve: string },
  bindings: Bindings,
): Promise<WrongPrograms> {
  const file = join(folder, 'prelude.js');
  await writeFile(file, prelude(way, bindings, ['fs', 'querystring', 'crypto', 'zlib', 'xml']));
  const names = `--srv ${bindings.srv} --rt ${bindings.rt}`;
  const [exec, serve] = ['exec.sh', 'serve.sh'].map((name) => join(folder, name));
  const at = shellWord(file);
  await writeFile(
    exec ?? '',
    [
      'script=$1; shift',
      `whole=${shellWord(folder)}/whole-$$.js`,
      `case $script in *.js) cat ${at} "$script" > "$whole"; exec ${right.exec} ${names} "$whole" "$@" ;; esac`,
      `exec ${right.exec} ${names} "$script" "$@"`,
      '',
    ].join('\n'),
  );
  await writeFile(
    serve ?? '',
    [
      'for conf; do case $conf in *.conf) for script in "$(dirname "$conf")"/*.js; do',
      '  grep -q "^const wrongly" "$script" && continue',
      `  { cat ${at}; sed 's/^export default \\(.*\\);$/export default wrongly(\\1);/' "$script"; } > "$script.new"`,
      '  mv "$script.new" "$script"',
      'done ;; esac; done',
      `exec ${right.serve} ${names} "$@"`,
      '',
    ].join('\n'),
  );
  return { exec: `sh ${exec}`, serve: `sh ${serve}` };
}
