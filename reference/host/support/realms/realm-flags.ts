/**
 * Node flags of a thread that can make realms: modules in contexts, and access to Node's callbacks. Warnings are disabled, since they would
 * disturb the output.
 */
export const realmFlags: readonly string[] = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--expose-internals',
  '--disable-warning=internal/test/binding',
  // The engine's warnings about a script's code.
  '--disable-warning=V8',
];
