import type { GlobalNames } from '../../../port/runtime.js';

/** Names of the host global and of the runtime global in the documents and on real hosts. */
const GLOBALS: ReadonlyMap<string, 'srv' | 'rt'> = new Map([
  ['srv', 'srv'],
  ['ngx', 'srv'],
  ['rt', 'rt'],
  ['njs', 'rt'],
]);

/** A hint for a script that has not found a global by a usual name: the name of that global here. */
export function hintOf(message: string, bindings: GlobalNames, hasHost: boolean): string | undefined {
  const [, name = ''] = /\b(\w+) is not defined/.exec(message) ?? [];
  const which = GLOBALS.get(name);
  if (which === undefined) return undefined;
  if (which === 'srv' && !hasHost) return `hint: ${name} exists only in a host, see \`srvspec serve\``;
  return `hint: it is called ${bindings[which]} here; --${which} ${name} names it so`;
}

/** The error of a script, and a line with the hint. */
export function withHint(message: string, bindings: GlobalNames, hasHost: boolean): string {
  const hint = hintOf(message, bindings, hasHost);
  return hint === undefined ? message : `${message}\n${hint}`;
}
