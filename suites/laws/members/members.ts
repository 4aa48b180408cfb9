/**
 * What every line of a members table must hold. One probe does all of it: it comes by the holder as the line says, and then
 * looks at the member, calls it or assigns to it.
 */
import type { Holder } from '../../../spec/types/member.js';
import type { Plain } from '../../../spec/types/requirement.js';
import { besideFixture } from '../../language/disk.js';
import { decode, encode, same, show } from '../../language/encoding.js';
import {
  answers,
  anything,
  type Expectation,
  equal,
  list,
  not,
  oneOf,
  record,
  responses,
  satisfies,
} from '../../language/expectation.js';
import { file, type Tree } from '../../language/fixture.js';
import { example, exchange } from '../../language/law.js';
import { type HttpHandler, http, inServer, ownName, ownZone, sharedLocation } from '../../language/setup.js';
import type { CaseBody, Law, Probe } from '../../language/trial.js';
import type { HttpRequest, World } from '../../language/world.js';

/** A member of a holder, and what is done with it. */
type Member = { readonly holder: Holder; readonly member: string };

interface Trial {
  /** Paths of holders: of one for all calls, or of one a call. */
  readonly at: readonly string[];
  /** Arguments of `new`, and of the call that gives the holder: its name first; empty for neither. */
  readonly make: readonly unknown[] | undefined;
  readonly call: readonly unknown[];
  /** Of a list that the call gives: the holder's index. */
  readonly item: number | undefined;
  /** Names of members that lead from there to the holder. */
  readonly inside: readonly string[];
  /** The call gives a promise of the holder. */
  readonly awaited: boolean;
  readonly prepare: readonly (readonly unknown[])[];
  /** A call that gives true once the object is prepared; empty for none. */
  readonly ready: readonly unknown[];
  readonly member: string;
  readonly does: 'look' | 'length' | 'assign' | 'try';
  /** Calls, each on a holder of its own: the member's name, then the arguments. */
  readonly calls: readonly (readonly unknown[])[];
}

const memberProbe: Probe<Trial> = (input, t) => {
  const canMake = (f: unknown): f is new (...args: unknown[]) => object => typeof f === 'function';
  const make = (f: unknown, args: readonly unknown[]): unknown => {
    if (!canMake(f)) throw new Error('srvspec: there is no constructor');
    if (args.length === 0) return new f();
    return args.length === 1 ? new f(args[0]) : new f(args[0], args[1]);
  };
  const holder = (call: number): unknown => {
    const path = `${input.at[call % input.at.length]}`;
    const root = path === '' ? globalThis : t.at(path);
    const made = input.make === undefined ? root : make(root, input.make);
    const called = input.call.length === 0 ? made : t.invoke(made, `${input.call[0]}`, input.call.slice(1));
    const listed = input.item === undefined ? called : Object(called)[input.item];
    const held = input.inside.reduce((on: unknown, name) => Object(on)[name], listed);
    input.prepare.forEach((step) => {
      const made = t.attempt(() => t.invoke(held, `${step[0]}`, step.slice(1)));
      if (made[0] === 'threw') t.unobservable(`${step[0]}() throws ${made[1]}`);
    });
    const name = `${input.ready[0]}`;
    if (input.ready.length > 0 && t.invoke(held, name, input.ready.slice(1)) !== true)
      t.unobservable(`${name}() is not true once ${input.prepare.map((step) => step[0])}() was called`);
    return held;
  };
  const typeOf = (value: unknown, on: unknown): string => {
    if (value === null || value === undefined) return `${value}`;
    if (value === on) return 'itself';
    if (Array.isArray(value)) return 'array';
    if (value instanceof ArrayBuffer) return 'ArrayBuffer';
    if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? 'Buffer' : 'Uint8Array';
    return typeof value;
  };
  const read = (on: unknown): unknown => {
    if (input.at[0] === '') return t.at(input.member);
    return on === undefined || on === null ? undefined : Object(on)[input.member];
  };
  const look = (on: unknown): unknown => {
    const before = read(on);
    if (input.does === 'look') return typeOf(before, on);
    if (input.does === 'length') return typeof before === 'function' ? before.length : 'no function';
    const text = JSON.stringify(before);
    const assigned = t.attempt(() => {
      Object(on)[input.member] = 'changed';
    })[0];
    const after = read(on);
    return { stays: after === before || JSON.stringify(after) === text, assigned };
  };
  const tried = (call: readonly unknown[], on: unknown): unknown => {
    const ended = t.attempt(() => t.invoke(on, `${call[0]}`, call.slice(1)));
    if (ended[0] === 'threw') return ended;
    // What becomes of it is no concern of the call, and a rejection that nobody handles ends a host's request.
    if (ended[1] instanceof Promise) ended[1].catch(() => undefined);
    return ['returned', typeOf(ended[1], on), ended[1] === on ? 'itself' : ended[1]];
  };
  const onHolder = (i: number, then: (on: unknown) => unknown): unknown =>
    input.awaited ? Promise.resolve(holder(i)).then(then) : then(holder(i));
  if (input.does !== 'try') return onHolder(0, look);
  const all = input.calls.map((call, i) => onHolder(i, (on) => tried(call, on)));
  return input.awaited ? Promise.all(all) : all;
};

/** Lifted with the probe, which finds the request's form wherever it looks for its holder. */
const readForm = async (r: HttpRequest, t: World, probe: Probe<Trial>): Promise<void> => {
  const form = await r.readRequestForm();
  const own: World = Object.assign(Object.create(t), { at: () => form });
  t.answer(r, probe(t.input(r), own));
};

const FORM_HANDLER: HttpHandler = Object.assign((r: HttpRequest, t: World) => readForm(r, t, memberProbe), {
  toString: () => `(r, t) => (${readForm})(r, t, ${memberProbe})`,
});

/** Where the holder comes with a request, the probe is that request's handler. */
const ofForm = ({ type, body }: NonNullable<Holder['form']>, trial: Trial, expected: Expectation): CaseBody =>
  exchange<object>({
    setup: [http(inServer(sharedLocation('= /spec-form/member', { js_content: FORM_HANDLER })))],
    send: () => ({
      requests: [
        { method: 'POST', target: '/spec-form/member', headers: [['Content-Type', type]], body, input: trial },
      ],
    }),
    expect: () => responses(answers(list(expected))),
  })({});

/** Calls of members: the name, then the arguments as the line has them. */
type Calls<D> = (data: D & Member) => readonly (readonly Plain[])[];

/** A law of members: what the probe does, what must come of it, and with which calls. */
const memberLaw =
  <D>(does: Trial['does'], expect: (data: D & Member) => Expectation, calls: Calls<D> = () => []): Law<D & Member> =>
  (data) => {
    const {
      at,
      make,
      call = [],
      item,
      files,
      inside: path = '',
      awaited = false,
      prepare = [],
      ready = [],
      zone: declared,
      host = false,
      form,
    } = data.holder;
    const made = decoded(calls(data));
    const inside = path === '' ? [] : path.split('.');
    if (form !== undefined) {
      const trial = {
        at: [at],
        make: undefined,
        call,
        item,
        inside,
        awaited,
        prepare: [],
        ready,
        member: data.member,
        does,
        calls: made,
      };
      return ofForm(form, trial, expect(data));
    }
    // What one call leaves in a dictionary is nothing to the next.
    const apart = declared === undefined ? [] : [declared, ...made.slice(1).map(() => declared)];
    const zones = apart.map((zone, i) => ({ ...zone, name: `${zone.name}${i}` }));
    const body = example({
      needs: host || declared !== undefined ? ['exchange'] : [],
      setup: zones.length === 0 ? [] : [http(...zones.map(ownZone))],
      input: (_, here): Trial => {
        const paths = zones.length === 0 ? [at] : zones.map(({ name }) => `${at}.${ownName(here, name)}`);
        const placed = { make: make?.map(decode), call: call.map(decode), item, inside, awaited };
        const held = { ...placed, prepare: decoded(prepare) };
        return { at: paths, ...held, ready: ready.map(decode), member: data.member, does, calls: made };
      },
      probe: memberProbe,
      expect: () => expect(data),
    })({});
    return files === undefined ? body : besideFixture(body, { tree: treeOf(files) });
  };

const treeOf = (files: { readonly [name: string]: string }): Tree =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, file(content)]));

const decoded = (calls: readonly (readonly Plain[])[]) => calls.map((call) => call.map(decode));

export const present = memberLaw('look', () => not('undefined'));
export const absent = memberLaw('look', () => equal('undefined'));
export const callable = memberLaw('look', () => equal('function'));
export const notCallable = memberLaw('look', () => not('function'));

type Typed = { readonly types: readonly string[] };

/** What `typeof` and the kinds of bytes call the documents' types. */
const observed = (type: string): string =>
  type === 'integer' || type === 'milliseconds' ? 'number' : type === 'promise' ? 'object' : type;

const oneOfTypes = ({ types }: Typed): Expectation => oneOf(...types.map(observed));

export const holdsType = memberLaw<Typed>('look', oneOfTypes);

type Called = { readonly args: readonly Plain[] };

/** A law of a call, and of others besides. Each ends as `['returned', type, value]` or `['threw', name of the error]`. */
const callLaw = <D>(expect: (data: D) => Expectation, others: Calls<D & Called> = () => []): Law<D & Called & Member> =>
  memberLaw<D & Called>('try', expect, (data) => [[data.member, ...data.args], ...others(data)]);

export const returnsType = callLaw<Typed>((data) => list(list('returned', oneOfTypes(data), anything)));

/** The name is empty where the documents name no type of error. */
export const throwsError = callLaw<{ error: string }>(({ error }) => list(list('threw', error || anything)));

/** What the documents leave open; that the call ends is all that is expected. */
export const recorded = callLaw(() => list(anything));

/** Two calls that end alike: a default written out and left out. */
export const alike = callLaw<{ readonly others: readonly Plain[] }>(
  () => satisfies('both calls end alike', endAlike),
  ({ member, others }) => [[member, ...others]],
);

/** Another name of the same operation: both end alike. */
export const aliasOf = callLaw<{ readonly original: string }>(
  ({ original }) => satisfies(`the call ends as that of ${original}`, endAlike),
  ({ original, args }) => [[original, ...args]],
);

function endAlike(endings: unknown): true | string {
  const [one, other] = Array.isArray(endings) ? endings.map(encode) : [];
  if (one === undefined || other === undefined) return 'there were no two calls';
  return same(one, other) || `${show(one, 100)} beside ${show(other, 100)}`;
}

/** Whether an assignment throws is left open; the value stays. */
export const readOnly = memberLaw('assign', () => record({ stays: true }));

/** As many parameters as must be given: what `length` says of a function is left open. */
export const hasLength = memberLaw<{ readonly length: number }>('length', ({ length }) => equal(length));
