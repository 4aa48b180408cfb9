/** A type whose members may be assigned, for values that are read step by step. */
export type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
