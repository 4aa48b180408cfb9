import type { Bindings } from '../../port/runtime.js';

/** Names of the host global and of the runtime global in the documents and in real hosts. */
const GLOBALS: ReadonlyMap<string, 'srv' | 'rt'> = new Map([
  ['srv', 'srv'],
  ['ngx', 'srv'],
  ['rt', 'rt'],
  ['njs', 'rt'],
]);

/** What a script failed with, and, where it did not find a global under a usual name, what the global is called here. */
export function withHint(message: string, bindings: Bindings, hasHost: boolean): string {
  const [, name = ''] = /\b(\w+) is not defined/.exec(message) ?? [];
  const which = GLOBALS.get(name);
  if (which === undefined) return message;
  if (which === 'srv' && !hasHost) return `${message}\nhint: ${name} is there in a host alone, see \`srvspec serve\``;
  return `${message}\nhint: it is called ${bindings[which]} here; --${which} ${name} names it so`;
}
