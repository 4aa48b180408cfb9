// Generated from spec/requirements by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../harness/case.js';

export const objects: readonly (Pick<GeneratedObject, 'object' | 'document' | 'subject'> & { readonly load: () => Promise<GeneratedObject> })[] = [
  { object: "base64", document: 3, subject: "runtime", load: async () => (await import('./base64.js')).generated },
  { object: "buffer", document: 3, subject: "runtime", load: async () => (await import('./buffer.js')).generated },
  { object: "buffer-compare", document: 3, subject: "runtime", load: async () => (await import('./buffer-compare.js')).generated },
  { object: "buffer-fill", document: 3, subject: "runtime", load: async () => (await import('./buffer-fill.js')).generated },
  { object: "buffer-floats", document: 3, subject: "runtime", load: async () => (await import('./buffer-floats.js')).generated },
  { object: "buffer-integers", document: 3, subject: "runtime", load: async () => (await import('./buffer-integers.js')).generated },
  { object: "buffer-memory", document: 3, subject: "runtime", load: async () => (await import('./buffer-memory.js')).generated },
  { object: "buffer-search", document: 3, subject: "runtime", load: async () => (await import('./buffer-search.js')).generated },
  { object: "buffer-text", document: 3, subject: "runtime", load: async () => (await import('./buffer-text.js')).generated },
  { object: "buffer-write", document: 3, subject: "runtime", load: async () => (await import('./buffer-write.js')).generated },
  { object: "crypto-module", document: 3, subject: "runtime", load: async () => (await import('./crypto-module.js')).generated },
  { object: "http-args", document: 2, subject: "runtime", load: async () => (await import('./http-args.js')).generated },
  { object: "http-headers-in", document: 2, subject: "runtime", load: async () => (await import('./http-headers-in.js')).generated },
  { object: "http-headers-out", document: 2, subject: "runtime", load: async () => (await import('./http-headers-out.js')).generated },
  { object: "http-headers-out-read", document: 2, subject: "runtime", load: async () => (await import('./http-headers-out-read.js')).generated },
  { object: "http-log", document: 2, subject: "runtime", load: async () => (await import('./http-log.js')).generated },
  { object: "http-request", document: 2, subject: "runtime", load: async () => (await import('./http-request.js')).generated },
  { object: "http-return", document: 2, subject: "runtime", load: async () => (await import('./http-return.js')).generated },
  { object: "http-variables", document: 2, subject: "runtime", load: async () => (await import('./http-variables.js')).generated },
  { object: "querystring", document: 3, subject: "runtime", load: async () => (await import('./querystring.js')).generated },
  { object: "shared-dict", document: 2, subject: "runtime", load: async () => (await import('./shared-dict.js')).generated },
  { object: "shared-dict-lists", document: 2, subject: "runtime", load: async () => (await import('./shared-dict-lists.js')).generated },
  { object: "shared-dict-room", document: 2, subject: "runtime", load: async () => (await import('./shared-dict-room.js')).generated },
  { object: "shared-dict-timeout", document: 2, subject: "runtime", load: async () => (await import('./shared-dict-timeout.js')).generated },
  { object: "shared-dict-types", document: 2, subject: "runtime", load: async () => (await import('./shared-dict-types.js')).generated },
  { object: "strings", document: 3, subject: "runtime", load: async () => (await import('./strings.js')).generated },
  { object: "text-decoder", document: 3, subject: "runtime", load: async () => (await import('./text-decoder.js')).generated },
  { object: "text-encoder", document: 3, subject: "runtime", load: async () => (await import('./text-encoder.js')).generated },
];
