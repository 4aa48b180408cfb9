/** What Node gives a thread that can make realms: contexts with modules of their own, and its callbacks. Its warnings would be in the way of the output. */
export const realmFlags: readonly string[] = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--expose-internals',
  '--disable-warning=internal/test/binding',
  // What the engine thinks of a script's code.
  '--disable-warning=V8',
];
