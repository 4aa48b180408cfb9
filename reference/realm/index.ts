import type { RealmPort, Runtime } from '../port/runtime.js';
import { install } from './install.js';

/**
 * The bundle's entry. The host evaluates it inside a function with these two parameters, once in every realm, so that
 * nothing but the documented globals becomes reachable.
 */
declare const port: RealmPort;
declare const deliver: (runtime: Runtime) => void;

deliver(install(port));
