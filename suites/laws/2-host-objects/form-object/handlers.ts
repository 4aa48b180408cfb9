/**
 * Handlers that read bodies and forms as they are told, and the locations that they stand in. A request carries the steps of every handler that it
 * meets, by place; a handler tells what comes of each of its own:
 *
 * - `[read, Form, options]` calls `r.readRequestForm(options)` and waits: `form`, or what a reader of another kind gives, or `[failed, name]`;
 *   `[start, Form]` does not wait and tells `started` or `[threw, message]`, and `[settle]` what all that were started give; `[promise, Form]`
 *   tells what the call itself came to: `resolved` or `rejected`, or `value` or `threw` where it gave no promise;
 * - `[get, name]`, `[getAll, name]`, `[has, name]` and `[hasFiles]` are calls on the last form, with whatever arguments;
 * - `[entries]` lists what `forEach` passes, name first; `[named]` what the members find by each of these
 *   names, and by a longer one that no entry has;
 * - `[visit, way]` calls `forEach` in one of the ways that `reads` knows, with further values;
 * - `[same]` tells whether the last form is the first one; `[spoil, name]` changes an array that `getAll` gave;
 * - `[exposed, name]` lists what else a file shows; `[property, path]` reads of the request; `[wait]` takes a millisecond;
 * - `[ask, path, options]` makes a subrequest; `[redirect, uri]` ends in another location.
 *
 * A file is told as `{ file: name }`, and what is long as a few places of it.
 */
import {
  type Directive,
  type HttpHandler,
  http,
  inServer,
  jsVar,
  type Settings,
  type Setup,
  sharedLocation,
} from '../../../language/setup.js';
import type { HttpRequest, World } from '../../../language/world.js';

/** Lifted: a long text or list by its length and some of its places, so that what is lost, moved or put in is seen. */
export const brief = (of: string | readonly unknown[]): unknown => {
  // In ASCII, for engines count other characters differently; what is longer still is ASCII anyway.
  const ascii = (text: string): string => {
    try {
      return encodeURIComponent(text);
    } catch (_) {
      return '';
    }
  };
  const all = typeof of === 'string' && of.length < 100000 ? ascii(of) : of;
  if (all.length <= 400) return of;
  const step = Math.floor(all.length / 40);
  const places: unknown[] = [all.slice(0, 10), all.slice(all.length - 10)];
  for (let i = 1; i < 40; i++) places.push(all.slice(i * step, i * step + 4));
  return { length: all.length, places: places };
};

/** Lifted with its place and with `brief`. */
const reads = async (
  r: HttpRequest,
  t: World,
  place: string,
  shorten: (of: string | readonly unknown[]) => unknown,
): Promise<void> => {
  const all: { readonly [place: string]: unknown[][] } = t.input(r);
  const steps = all[place] || [];
  const forms: unknown[] = [];
  const started: unknown[][] = [];
  const told: unknown[] = [];
  const form = (): unknown => forms[forms.length - 1];
  const member = (of: unknown, name: unknown): unknown => Object(of)[`${name}`];
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return shorten(value);
    if (Array.isArray(value)) return shorten(value.map(shown));
    if (typeof value === 'object' && value !== null) return { file: member(value, 'name') };
    return value;
  };
  const called = (name: unknown, args: readonly unknown[]): unknown => shown(t.invoke(form(), `${name}`, args));
  const found = (key: string): unknown => [called('get', [key]), called('getAll', [key]), called('has', [key])];
  const keys = (): string[] => {
    const found: string[] = [];
    const note = (_: unknown, key: string): void => {
      if (found.indexOf(key) < 0) found.push(key);
    };
    t.invoke(form(), 'forEach', [note]);
    return found;
  };
  const entries = (): unknown => {
    const found: unknown[] = [];
    const note = (value: unknown, key: unknown): void => {
      found.push([shown(key), shown(value)]);
    };
    t.invoke(form(), 'forEach', [note]);
    return shorten(found);
  };
  const visited = (way: unknown, values: readonly unknown[]): unknown => {
    const seen: unknown[] = [];
    const own = form();
    const notesArguments = function (value: unknown, key: unknown, last: unknown): void {
      // biome-ignore lint/complexity/noArguments: how many there are is what is asked
      seen.push([arguments.length, shown(value), key, last === own]);
    };
    const notesThis = function (this: unknown): void {
      seen.push(this === values[0]);
    };
    const stops = (_: unknown, key: unknown): void => {
      seen.push(key);
      if (seen.length === values[0]) throw new RangeError('enough');
    };
    const nests = (_: unknown, key: unknown): void => {
      const inner: unknown[] = [];
      const notes = (__: unknown, other: unknown): void => {
        inner.push(other);
      };
      t.invoke(own, 'forEach', [notes]);
      seen.push([key, inner]);
    };
    const asks = (_: unknown, key: unknown): void => {
      seen.push(found(`${key}`));
    };
    const gives = (): boolean => true;
    const visitors: { readonly [way: string]: unknown } = {
      arguments: notesArguments,
      this: notesThis,
      stopped: stops,
      nested: nests,
      asking: asks,
      returned: gives,
    };
    const visitor = visitors[`${way}`];
    const passed = way === 'this' && values.length > 0 ? [visitor, values[0]] : [visitor];
    const ended = t.attempt(() => t.invoke(own, 'forEach', visitor === undefined ? values : passed));
    return [ended[1], seen];
  };
  const exposed = (name: unknown): unknown => {
    const file = Object(t.invoke(form(), 'get', [name]));
    const found: unknown[] = [];
    const more = 'text arrayBuffer bytes stream slice buffer content contents data value body toBuffer'.split(' ');
    Object.getOwnPropertyNames(file)
      .concat(more)
      .forEach((property) => {
        if (property !== 'name' && file[property] !== undefined) found.push(property);
      });
    return [typeof file.name, found];
  };
  const kept = (kind: unknown, value: unknown): unknown => {
    if (kind !== 'Form') return typeof value === 'string' ? shorten(value) : value;
    forms.push(value);
    return 'form';
  };
  const settled = async (kind: unknown, call: () => unknown): Promise<unknown> => {
    try {
      const value = await call();
      return kept(kind, value);
    } catch (e) {
      return ['failed', member(e, 'name')];
    }
  };
  const promised = async (kind: unknown, call: () => unknown): Promise<unknown> => {
    const made = t.attempt(call);
    if (made[0] === 'threw') return 'threw';
    if (typeof member(made[1], 'then') !== 'function') return 'value';
    const came = await settled(kind, () => made[1]);
    return Array.isArray(came) && came[0] === 'failed' ? 'rejected' : 'resolved';
  };
  const start = (kind: unknown, call: () => unknown): unknown => {
    try {
      started.push([kind, call()]);
      return 'started';
    } catch (e) {
      return ['threw', member(e, 'message')];
    }
  };
  const does = async (step: readonly unknown[]): Promise<unknown> => {
    const args = step.slice(1);
    const call = (): unknown => t.invoke(r, `readRequest${args[0]}`, args.slice(1));
    switch (step[0]) {
      case 'read':
        return settled(args[0], call);
      case 'promise':
        return promised(args[0], call);
      case 'start':
        return start(args[0], call);
      case 'settle': {
        const came: unknown[] = [];
        for (let i = 0; i < started.length; i++) {
          const one = started[i] || [];
          const value = await settled(one[0], () => one[1]);
          came.push(value);
        }
        return came;
      }
      case 'entries':
        return form() === undefined ? 'no form' : entries();
      case 'named':
        return keys().map((key) => [key, found(key), found(`${key}-absent`)]);
      case 'visit':
        return visited(args[0], args.slice(1));
      case 'same':
        return forms.length > 1 && form() === forms[0];
      case 'spoil': {
        const found = Object(t.invoke(form(), 'getAll', args));
        found.length = 0;
        found.push('spoilt', 'spoilt');
        return called('getAll', args);
      }
      case 'exposed':
        return exposed(args[0]);
      case 'property': {
        const value = `${args[0]}`.split('.').reduce(member, r);
        return typeof value === 'string' ? shorten(value) : value;
      }
      case 'wait':
        return t.wait(1);
      case 'ask': {
        const inner = await t.invoke(r, 'subrequest', args);
        return [member(inner, 'status'), JSON.parse(`${member(inner, 'responseText')}`)];
      }
      default:
        return called(step[0], args);
    }
  };
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] || [];
    if (step[0] === 'redirect') {
      r.internalRedirect(`${step[1]}`);
      return;
    }
    try {
      const came = await does(step);
      told.push(came);
    } catch (e) {
      told.push(['threw', member(e, 'name')]);
    }
  }
  const before = r.variables.spec_form_told || '';
  if (place !== 'access' || all.content === undefined) {
    t.answer(r, before === '' ? told : JSON.parse(before).concat(told), 203);
    return;
  }
  const teller: HttpRequest = Object.assign(Object.create(null), {
    return: (_: number, text: string) => {
      r.variables.spec_form_told = text;
    },
  });
  t.answer(teller, told);
};

/** Whose steps a handler follows: those of access come before those of content, and others are met on a way. */
export type Place = 'access' | 'content' | 'inner';

function handlerOf(place: Place): HttpHandler {
  const source = `(r, t) => (${reads})(r, t, ${JSON.stringify(place)}, ${brief})`;
  return Object.assign((r: HttpRequest, t: World) => reads(r, t, place, brief), { toString: () => source });
}

const [ACCESS, CONTENT, INNER] = [handlerOf('access'), handlerOf('content'), handlerOf('inner')];

const ROOM: Settings = { client_max_body_size: '32m', client_body_buffer_size: '16k' };

/** The location whose handler is `inner`, as the upstream of others. */
const PASSED = 'http://$server_addr:$server_port/spec-form/inner';

/** Locations of the server that all cases share, by what a row calls them. */
const LOCATIONS = {
  content: { ...ROOM, js_content: CONTENT },
  access: { ...ROOM, js_access: ACCESS, js_content: CONTENT },
  inner: { ...ROOM, js_content: INNER },
  memory: { ...ROOM, client_body_buffer_size: '16m', js_content: CONTENT },
  single: { ...ROOM, client_body_in_single_buffer: 'on', js_content: CONTENT },
  file: { ...ROOM, client_body_in_file_only: 'clean', js_content: CONTENT },
  'access-file': { ...ROOM, client_body_in_file_only: 'clean', js_access: ACCESS, js_content: CONTENT },
  small: { ...ROOM, client_max_body_size: '100', js_content: CONTENT },
  'access-small': { ...ROOM, client_max_body_size: '100', js_access: ACCESS, js_content: CONTENT },
  passed: { ...ROOM, js_access: ACCESS, proxy_pass: PASSED },
  'passed-file': { ...ROOM, client_body_in_file_only: 'clean', js_access: ACCESS, proxy_pass: PASSED },
  fails: { ...ROOM, js_access: ACCESS, js_content: (r) => r.return(404), error_page: ['404', '@spec_form'] },
} satisfies { readonly [name: string]: Settings };

export type Where = keyof typeof LOCATIONS;

/** Where a request goes to. */
export const pathTo = (where: Where): string => `/spec-form/${where}`;

const NAMED: Directive = sharedLocation('@spec_form', { ...ROOM, js_content: INNER });

export const SETUP: Setup = [
  http(
    jsVar('spec_form_told'),
    inServer(
      ...Object.entries(LOCATIONS).map(([name, settings]) => sharedLocation(`= /spec-form/${name}`, settings)),
      NAMED,
    ),
  ),
];
