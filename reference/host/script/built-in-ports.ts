/**
 * 3/crypto-module/p1, 3/file-system-module/p1, 3/global-crypto/p1, 3/timers-and-base64-functions/set-timeout, 3/xml-module/xml-parse,
 * 3/zlib-module/zlib-deflate-sync: the ports of a realm's built-in functions and modules.
 */
import type { SharedPort } from '../support/realms/hosted.js';
import { HostCrypto } from './crypto/crypto-port.js';
import { HostFileSystem } from './file-system/file-system-port.js';
import { hashPort } from './hash.js';
import { timerPort } from './timers.js';
import { prepareXml, xmlPort } from './xml/xml-port.js';
import { zlibPort } from './zlib.js';

export const builtInPorts: Pick<SharedPort, 'hash' | 'xml' | 'zlib' | 'ownPorts' | 'prepare'> = {
  hash: hashPort,
  xml: xmlPort,
  zlib: zlibPort,
  ownPorts: (pending) => ({ timers: timerPort(pending), crypto: new HostCrypto(pending), files: new HostFileSystem() }),
  prepare: (module) => (module === 'xml' ? prepareXml() : undefined),
};
