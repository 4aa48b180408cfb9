// Generated from spec/requirements by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../harness/case.js';

export const objects: readonly { readonly object: string; readonly document: 1 | 2 | 3; readonly load: () => Promise<GeneratedObject> }[] = [
  { object: "base64", document: 3, load: async () => (await import('./base64.js')).generated },
  { object: "http-args", document: 2, load: async () => (await import('./http-args.js')).generated },
  { object: "http-headers-in", document: 2, load: async () => (await import('./http-headers-in.js')).generated },
  { object: "http-headers-out", document: 2, load: async () => (await import('./http-headers-out.js')).generated },
  { object: "http-headers-out-read", document: 2, load: async () => (await import('./http-headers-out-read.js')).generated },
  { object: "http-log", document: 2, load: async () => (await import('./http-log.js')).generated },
  { object: "http-request", document: 2, load: async () => (await import('./http-request.js')).generated },
  { object: "http-return", document: 2, load: async () => (await import('./http-return.js')).generated },
  { object: "http-variables", document: 2, load: async () => (await import('./http-variables.js')).generated },
];
