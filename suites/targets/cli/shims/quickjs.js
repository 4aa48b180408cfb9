// QuickJS has timers in its module os, which `--std` makes a global.
Object.assign(globalThis, { setTimeout: os.setTimeout, clearTimeout: os.clearTimeout });
globalThis.njs = Object.freeze({ version: '0.9.9' });
