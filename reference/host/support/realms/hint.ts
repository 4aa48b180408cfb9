import type { GlobalNames } from '../../../port/runtime.js';

/** Names of the host global and of the runtime global in the documents and in real hosts. */
const GLOBALS: ReadonlyMap<string, 'srv' | 'rt'> = new Map([
  ['srv', 'srv'],
  ['ngx', 'srv'],
  ['rt', 'rt'],
  ['njs', 'rt'],
]);

/** Where a script did not find a global under a usual name: what the global is called here. */
export function hintOf(message: string, bindings: GlobalNames, hasHost: boolean): string | undefined {
  const [, name = ''] = /\b(\w+) is not defined/.exec(message) ?? [];
  const which = GLOBALS.get(name);
  if (which === undefined) return undefined;
  if (which === 'srv' && !hasHost) return `hint: ${name} is there in a host alone, see \`srvspec serve\``;
  return `hint: it is called ${bindings[which]} here; --${which} ${name} names it so`;
}

/** What a script failed with, and a line with the hint. */
export function withHint(message: string, bindings: GlobalNames, hasHost: boolean): string {
  const hint = hintOf(message, bindings, hasHost);
  return hint === undefined ? message : `${message}\n${hint}`;
}
