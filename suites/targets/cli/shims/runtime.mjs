// The one global that the suite needs. It states the version of the documents that the runtime is judged by.
globalThis.njs = Object.freeze({ version: '0.9.9' });
