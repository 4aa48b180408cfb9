/** How probes get the object with a member, and objects that are arguments of its calls. */

import type { Holder } from '../../../spec/types/member.js';
import type { Plain } from '../../../spec/types/requirement.js';
import { besideFixture } from '../../language/disk.js';
import { decode } from '../../language/encoding.js';
import { answers, type Expectation, list, responses } from '../../language/expectation.js';
import { file, type Tree } from '../../language/fixture.js';
import { example, exchange } from '../../language/law.js';
import { isList } from '../../language/plain.js';
import {
  type HttpHandler,
  http,
  inServer,
  ownName,
  ownZone,
  type StreamHandler,
  sharedLocation,
} from '../../language/setup.js';
import type { CaseBody, Law, Probe } from '../../language/trial.js';
import type { HttpRequestObject, World } from '../../language/world.js';
import { liftedWith } from '../support/lifted-with.js';
import { ONCE, type Runner, reportsIn, runsGive } from '../support/periodic.js';
import { answersIn, inAccess } from '../support/session-input.js';

/** A member of a holder. */
export type HolderMember = { readonly holder: Holder; readonly member: string };

/** A holder in the form of probes. */
interface Holding {
  /** Paths: of one for all calls, or of one for each call. */
  readonly at: readonly string[];
  /** Arguments of `new`, and of the call that returns the object, beginning with its name; empty for neither. */
  readonly make: readonly unknown[] | undefined;
  readonly call: readonly unknown[];
  /** The index of the object in a list that the call returns. */
  readonly item: number | undefined;
  /** Names of members that lead from there to the object. */
  readonly inside: readonly string[];
  /** The call returns a promise of the object. */
  readonly awaited: boolean;
  readonly prepare: readonly (readonly unknown[])[];
  /** A call that returns true once the object is prepared; empty for none. */
  readonly ready: readonly unknown[];
  /** Calls, each on the result of the one before, that show the state of the object. */
  readonly shows: readonly (readonly unknown[])[];
}

/** Calls, each on its own holder, and the access to their objects. */
export interface HolderCalls {
  readonly holding: Holding;
  /** Holders of objects that are arguments: `{ heldAt: INDEX }` in a call is the object. */
  readonly held: readonly Holding[];
  readonly calls: readonly (readonly unknown[])[];
}

/** Passes the object and the arguments of the call with this index to `then`, immediately or with a promise. */
export type HolderAccess = (index: number, then: (on: unknown, call: readonly unknown[]) => unknown) => unknown;

/** The object of a holder, immediately or as a promise. */
const holdingObject = (holding: Holding, t: World, index: number): unknown => {
  const make = (f: unknown, args: readonly unknown[]): unknown => {
    const canMake = (of: unknown): of is new (...args: unknown[]) => object => typeof of === 'function';
    if (!canMake(f)) throw new Error('srvspec: there is no constructor');
    if (args.length === 0) return new f();
    return args.length === 1 ? new f(args[0]) : new f(args[0], args[1]);
  };
  const prepared = (found: unknown): unknown => {
    const listed = holding.item === undefined ? found : Object(found)[holding.item];
    const held = holding.inside.reduce((on: unknown, name) => Object(on)[name], listed);
    holding.prepare.forEach((step) => {
      const made = t.attempt(() => t.invoke(held, `${step[0]}`, step.slice(1)));
      if (made[0] === 'threw') t.unobservable(`${step[0]}() throws ${made[1]}`);
    });
    const name = `${holding.ready[0]}`;
    if (holding.ready.length > 0 && t.invoke(held, name, holding.ready.slice(1)) !== true)
      t.unobservable(`${name}() is not true once ${holding.prepare.map((step) => step[0])}() was called`);
    return held;
  };
  const path = `${holding.at[index % holding.at.length]}`;
  const root = path === '' ? globalThis : t.at(path);
  const made = holding.make === undefined ? root : make(root, holding.make);
  const called = holding.call.length === 0 ? made : t.invoke(made, `${holding.call[0]}`, holding.call.slice(1));
  return holding.awaited ? Promise.resolve(called).then(prepared) : prepared(called);
};

/** Lifted with the probes that make calls. */
export const reaching = liftedWith((of: HolderCalls, t: World, hold: typeof holdingObject): HolderAccess => {
  const filled = (value: unknown, objects: readonly unknown[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => filled(item, objects));
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const object: { [name: string]: unknown } = Object(value);
    if (typeof object.heldAt === 'number') return objects[object.heldAt + 1];
    Object.keys(object).forEach((name) => {
      object[name] = filled(object[name], objects);
    });
    return object;
  };
  return (index, then) => {
    const call = of.calls[index] || [];
    const own = hold(of.holding, t, index);
    if (!of.holding.awaited && of.held.length === 0) return then(own, call);
    const all = [own];
    of.held.forEach((one) => {
      all.push(hold(one, t, index));
    });
    return Promise.all(all).then((objects) => then(objects[0], Object(filled(call, objects))));
  };
}, holdingObject);

/** A probe with access to the object, and its handler if the object comes with a request. */
export interface MemberProbe<I> {
  /** Names the location of the handler. */
  readonly name: string;
  readonly probe: Probe<I>;
  readonly inForm: HttpHandler;
  readonly inSession: StreamHandler;
  /** The same for the argument of a periodic handler. */
  readonly inRun: Runner<I>;
}

/** Lifted with the probe, which gets the request's form for every path except a global. */
const readForm = async <I>(r: HttpRequestObject, t: World, probe: Probe<I>): Promise<void> => {
  const form = await r.readRequestForm();
  const own: World = Object.assign(Object.create(t), {
    at: (path: string) => (path.indexOf('globalThis') === 0 ? t.at(path) : form),
  });
  const answer = await probe(t.input(r), own);
  t.answer(r, answer);
};

export const memberProbe = <I>(name: string, probe: Probe<I>): MemberProbe<I> => ({
  name,
  probe,
  inForm: liftedWith(readForm<I>, probe),
  inSession: answersIn(probe),
  inRun: reportsIn(probe),
});

/** A law of a member: the input of its probe for a holding, and the expectation. */
interface MemberLaw<D, I> extends MemberProbe<I> {
  /** Calls of the probe, each on its own holder, so that entries of one in a dictionary do not affect the next. */
  readonly calls: (data: D) => readonly (readonly Plain[])[];
  readonly inputOf: (data: D, calls: HolderCalls) => I;
  readonly expect: (data: D) => Expectation;
}

export const lawOfMember =
  <D extends HolderMember, I>(law: MemberLaw<D, I>): Law<D> =>
  (data) => {
    const { form, session, periodic, at, zone: declared, host = false, files } = data.holder;
    const calls = law.calls(data);
    const inputOn = (paths?: readonly string[]): I => law.inputOf(data, callsOf(data.holder, calls, paths));
    const expect = (): Expectation => law.expect(data);
    if (form !== undefined) return onForm(form, law, inputOn(), expect);
    if (session === true) return inAccess<object>(law.inSession, () => inputOn(), expect)({});
    if (periodic !== undefined) {
      const handlers = [{ run: law.inRun, parameters: ONCE }];
      return runsGive(periodic, law.name, { handlers, input: inputOn(), expect: expect() });
    }
    const apart = declared === undefined ? [] : Array<typeof declared>(Math.max(1, calls.length)).fill(declared);
    const zones = apart.map((zone, i) => ({ ...zone, name: `${zone.name}${i}` }));
    const body = example({
      needs: host || declared !== undefined ? ['exchange'] : [],
      setup: zones.length === 0 ? [] : [http(...zones.map(ownZone))],
      input: (_, here): I => inputOn(zones.map(({ name }) => `${at}.${ownName(here, name)}`)),
      probe: law.probe,
      expect,
    })({});
    return files === undefined ? body : besideFixture(body, { tree: treeOf(files) });
  };

/** If the holder comes with a request, the probe is that request's handler. */
function onForm<I>(
  { type, body }: NonNullable<Holder['form']>,
  { name, inForm }: MemberProbe<I>,
  input: I,
  expect: () => Expectation,
): CaseBody {
  const target = `/spec-form/${name}`;
  return exchange<object>({
    setup: [http(inServer(sharedLocation(`= ${target}`, { js_content: inForm })))],
    send: () => ({ requests: [{ method: 'POST', target, headers: [['Content-Type', type]], body, input }] }),
    expect: () => responses(answers(list(expect()))),
  })({});
}

function callsOf(holder: Holder, plain: readonly (readonly Plain[])[], paths: readonly string[] = []): HolderCalls {
  const held: Holding[] = [];
  const named: string[] = [];
  const place = (value: Plain): Plain => {
    if (isList(value)) return value.map(place);
    if (typeof value !== 'object' || value === null) return value;
    if ('$holder' in value) {
      const key = JSON.stringify(value.$holder);
      if (!named.includes(key)) {
        named.push(key);
        held.push(holdingOf(JSON.parse(key)));
      }
      return { heldAt: named.indexOf(key) };
    }
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, place(of)]));
  };
  const calls = plain.map((call) => call.map((value) => decode(place(value))));
  return { holding: holdingOf(holder, paths), held, calls };
}

/** In the form of probes, with `paths` if it is not the single path of the holder. */
function holdingOf(holder: Holder, paths: readonly string[] = []): Holding {
  const { at, make, call = [], item, inside = '', awaited = false, prepare = [], ready = [], shows = [] } = holder;
  return {
    at: paths.length === 0 ? [at] : paths,
    make: make?.map(decode),
    call: call.map(decode),
    item,
    inside: inside === '' ? [] : inside.split('.'),
    awaited,
    prepare: prepare.map((step) => step.map(decode)),
    ready: ready.map(decode),
    shows: shows.map((step) => step.map(decode)),
  };
}

const treeOf = (files: { readonly [name: string]: string }): Tree =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, file(content)]));
