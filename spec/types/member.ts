/**
 * The members that the documents name, as authored tables: `members.yaml` of each object. The table must agree with the rows about its
 * members.
 */
import type { Engine, Plain, Version } from './requirement.js';

/** A dictionary zone that a host must have. */
export interface ZoneFact {
  readonly name: string;
  readonly size: string;
  readonly type?: 'string' | 'number';
  readonly timeout?: string;
}

/** How probes get an object with members. */
export interface Holder {
  /** Dotted path from a root that probes know: `Buffer`, `srv.shared.texts`, `r`; empty for globals. */
  readonly at: string;
  /** Arguments of `new`: the object is constructed from the value at the path. */
  readonly make?: readonly Plain[];
  /** A method of the value and its arguments: the object is the result of the call. */
  readonly call?: readonly Plain[];
  /** The object is the result of `r.readRequestForm` for a body of this type, in a separate request; `at` only names it. */
  readonly form?: { readonly type: string; readonly body: string };
  /** The object is the session of a stream server, whose handler inspects it. */
  readonly session?: boolean;
  /** The object is the session that a `js_periodic` handler receives, in this protocol; `at` only names it. */
  readonly periodic?: 'http' | 'stream';
  /** The index of the object in a list that the call returns. */
  readonly item?: number;
  /** Files with their content, in the folder that `{folder}` in arguments refers to. */
  readonly files?: { readonly [name: string]: string };
  /** Dotted path from the constructed or returned value to the object. */
  readonly inside?: string;
  /** The call returns a promise of the object. */
  readonly awaited?: boolean;
  /** Methods of the object and their arguments, called before each trial. */
  readonly prepare?: readonly (readonly Plain[])[];
  /** A method of the object and its arguments, which returns true once the object is prepared. */
  readonly ready?: readonly Plain[];
  /**
   * Methods and their arguments, each called on the result of the one before. They show the state of the object and do not
   * change it.
   */
  readonly shows?: readonly (readonly Plain[])[];
  /** Name of the type that probes know; holders of one type have the same members. */
  readonly type?: string;
  /** The object is a dictionary of this kind for each case, a member of the value at the path. */
  readonly zone?: ZoneFact;
  /** The object exists only in a host. */
  readonly host?: boolean;
  readonly since?: Version;
  readonly declared?: DeclaredHolder;
}

/** What the declarations for handlers say about an object besides its members. */
export interface DeclaredHolder {
  /**
   * The name of its type. By default it is that of probes, or derived from its path. Holders of one type are declared once.
   */
  readonly as?: string;
  readonly about?: string;
  /** Handlers receive it as an argument, so there is no global with its name. */
  readonly passed?: boolean;
  /** The ECMAScript type that it extends. */
  readonly extends?: string;
  /** Types that differ between objects: the names that its lines use, and the alternatives. */
  readonly varies?: { readonly [name: string]: DeclaredName };
  /** The object belongs to ECMAScript; its lines are what the runtime adds to it. */
  readonly standard?: boolean;
}

/** Names of declared types, of declared objects, of `TypeName`, or of ECMAScript; several are alternatives. */
export type DeclaredName = string | readonly string[];

/**
 * A type that parameters, results and properties name with `as`. It is the only information about them; its members exclude
 * each other.
 */
export interface DeclaredType {
  readonly about?: string;
  readonly row?: string;
  /** Declarations of earlier versions omit names that refer to it. */
  readonly since?: Version;
  readonly as?: DeclaredName;
  /** Enumerated values, and whether there may be others. */
  readonly oneOf?: readonly Plain[];
  readonly others?: boolean;
  /** An object of these keys. */
  readonly keys?: readonly MemberParameter[];
  /** An array of these. */
  readonly items?: DeclaredName;
  /** An object with keys of any name and values of this type. */
  readonly each?: DeclaredName;
  /** The access of such an object; by default it is read-only. */
  readonly access?: 'read-only' | 'writable';
  /** A function with these parameters; `as` is its result. */
  readonly params?: readonly MemberParameter[];
}

/** A narrower way to call an operation: types of parameters, by name, and the result for them. */
export interface MemberOverload {
  /** `undefined` among the types: the parameter may be omitted. A parameter without types is omitted. */
  readonly where: { readonly [parameter: string]: DeclaredName };
  /** The result, if it differs from that of the member. */
  readonly returns?: TypeName | readonly TypeName[];
  readonly as?: DeclaredName;
}

export type MemberKind = 'method' | 'property' | 'constructor' | 'constant';

/** Types of the closed vocabulary; `itself` is the object that has the member, `any` is no information. */
export type TypeName =
  | 'string'
  | 'number'
  | 'integer'
  | 'milliseconds'
  | 'boolean'
  | 'object'
  | 'array'
  | 'function'
  | 'undefined'
  | 'null'
  | 'Buffer'
  | 'Uint8Array'
  | 'ArrayBuffer'
  | 'promise'
  /** An array of strings, of two strings, and of a key and its value. */
  | 'strings'
  | 'pair'
  | 'entry'
  | 'itself'
  | 'any';

export interface MemberParameter {
  readonly name: string;
  readonly is?: TypeName | readonly TypeName[];
  /** In the declarations for handlers: a type that is more precise than `is`. */
  readonly as?: DeclaredName;
  readonly about?: string;
  /** Any number of values is allowed. */
  readonly rest?: boolean;
  /**
   * Whether it may be omitted. A parameter with a default is optional, unless this is false because its row has no brackets.
   */
  readonly optional?: boolean;
  /** The value of an omitted argument: a value, or an expression such as `buf.length`. */
  readonly default?: Plain;
  /** Enumerated values: each is accepted, unless that depends on other arguments. */
  readonly oneOf?: readonly Plain[];
  readonly depends?: boolean;
  /** The least and the greatest accepted value; the next ones are open. */
  readonly from?: number;
  readonly to?: number;
  /** A value to call with, for a parameter with its own version, or the value of the default expression in the example. */
  readonly written?: Plain;
  /** Values of its other types that can replace the one in the example. */
  readonly also?: readonly Plain[];
  /** The call writes into the argument. */
  readonly filled?: boolean;
  /** It bounds the range that the call works on: its start, its end, or its size from the preceding bound. */
  readonly bound?: 'start' | 'end' | 'size';
  readonly since?: Version;
}

/**
 * An error row: a call on `on` with these arguments, or those of the example, throws an error with this name, or any error.
 */
export interface MemberError {
  readonly row: string;
  readonly name?: string;
  readonly on?: string;
  readonly with?: readonly Plain[];
}

/** One property, method, constructor or constant of the documents. */
export interface Member {
  /** The name as in its row: `incr`, `r.args`, `Buffer.from`. */
  readonly member: string;
  readonly row: string;
  readonly kind: MemberKind;
  /** Holders that have it. By default it is the one named like its prefix, or the first of the file. */
  readonly on?: readonly string[];
  readonly since?: Version;
  readonly removed?: Version;
  readonly engines?: readonly Engine[];
  /** After its removal a member of the ECMAScript standard remains. */
  readonly standard?: boolean;
  readonly access?: 'read-only' | 'writable';
  /** The version since which a property can be assigned, if it is older itself. */
  readonly assignable?: Version;
  readonly is?: TypeName | readonly TypeName[];
  readonly params?: readonly MemberParameter[];
  readonly returns?: TypeName | readonly TypeName[];
  /** Types of the result when the example does not apply: `undefined` for a missing key. */
  readonly otherwise?: TypeName | readonly TypeName[];
  /**
   * In the declarations for handlers: the value or result, except for `array` and `promise`, which contain it, `undefined` and `null`.
   * Probes and cases only use `is` and `returns`.
   */
  readonly as?: DeclaredName;
  /** A phrase that describes it. */
  readonly about?: string;
  readonly overloads?: readonly MemberOverload[];
  /** Parameters in the declarations of a method whose row names none. */
  readonly takes?: readonly MemberParameter[];
  /** The operation that it is the promise version of; it has the same overloads. */
  readonly twin?: string;
  /** The last part of the name if it represents any name: `abc` in `$tag$abc`. */
  readonly placeholder?: string;
  /** The holder whose members the result or the value has. */
  readonly gives?: string;
  /** The types of an object's or array's items. */
  readonly of?: TypeName | readonly TypeName[];
  /** The member that it is an alias of. */
  readonly alias?: string;
  /** Arguments of a call that succeeds, or the value to assign. `{ $holder: NAME }` in them is the object of a holder. */
  readonly example?: readonly Plain[];
  /** Arguments of other calls that succeed, which axes also use. */
  readonly ways?: readonly (readonly Plain[])[];
  /** The result shares memory with the object or an argument: a write to one is visible in the other. */
  readonly shares?: boolean;
  /** The call uses up the object: the result of a second call is open. */
  readonly ends?: boolean;
  /** What two runs of one host do not agree on: the value or result, or the effect, which outlasts the run. */
  readonly volatile?: 'result' | 'effect';
  readonly throws?: readonly MemberError[];
}

/** `spec/<document>/<object>/members.yaml`. */
export interface MemberFile {
  readonly title: string;
  /** The version since which the object exists; the default of its members. */
  readonly since?: Version;
  /** The name of the built-in module that must be imported. */
  readonly module?: string;
  readonly holders: { readonly [name: string]: Holder };
  /** Types that the lines use in the declarations for handlers to describe objects, functions and strings. */
  readonly types?: { readonly [name: string]: DeclaredType };
  readonly members: readonly Member[];
}
