/** A value that is available, or will be. Awaiting an available value would cost a request more than most of its work. */
export type Eventual<T> = T | Promise<T>;

/** Continues with a value: immediately if it is available. */
export function continueWith<T, R>(value: Eventual<T>, next: (value: T) => Eventual<R>): Eventual<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
