import type { RealmPort, Runtime } from '../port/runtime.js';
import { install } from './install.js';
import { checkStackBy } from './support/seal.js';
import { tellProxiesBy } from './support/stack.js';

/**
 * The bundle's entry. The host evaluates it inside a function with these parameters, once in every realm, so that
 * nothing but the documented globals becomes reachable.
 */
declare const port: RealmPort;
declare const requireStack: (bytes: number) => void;
declare const isProxy: (value: object) => boolean;
declare const deliver: (runtime: Runtime) => void;

checkStackBy(requireStack);
tellProxiesBy(isProxy);
deliver(install(port));
