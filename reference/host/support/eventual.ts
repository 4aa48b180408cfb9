/** What is there, or comes. To wait for what is there would cost a request more than most of what it waits for. */
export type Eventual<T> = T | Promise<T>;

/** Goes on with a value: at once with one that is there. */
export function goOnWith<T, R>(value: Eventual<T>, next: (value: T) => Eventual<R>): Eventual<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
