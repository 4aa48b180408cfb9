/** 2/errors/shared-dict: an operation found too little free space. A global of the realm. */
export class SharedMemoryError extends Error {}
Object.defineProperty(SharedMemoryError.prototype, 'name', {
  value: 'SharedMemoryError',
  writable: true,
  configurable: true,
});
