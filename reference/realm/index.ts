import type { RealmPort, Runtime } from '../port/runtime.js';
import { install } from './install.js';
import { checkStackBy } from './support/seal.js';
import { detectProxiesBy } from './support/stack.js';

/**
 * The bundle's entry. The host evaluates it inside a function with these parameters, once in every realm, so that only the documented
 * globals become reachable.
 */
declare const port: RealmPort;
declare const requireStack: (bytes: number) => void;
declare const isProxy: (value: object) => boolean;
declare const deliver: (runtime: Runtime) => void;

checkStackBy(requireStack);
detectProxiesBy(isProxy);
deliver(install(port));
