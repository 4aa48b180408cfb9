/** 2/errors/shared-dict: the error for too little free memory. It is a global of the realm. */
export class SharedMemoryError extends Error {}
Object.defineProperty(SharedMemoryError.prototype, 'name', {
  value: 'SharedMemoryError',
  writable: true,
  configurable: true,
});
