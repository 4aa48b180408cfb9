/**
 * 2/http-request-object/r-request-buffer, r-request-text and r-request-body: what a script reads of a body, however it comes
 * and wherever the host keeps it.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import { asciiJson, decode, encode } from '../../../../language/encoding.js';
import {
  absent,
  type Expectation,
  type ExpectedValue,
  either,
  list,
  matches,
  record,
  response,
  typed,
} from '../../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../../language/law.js';
import type { Partners } from '../../../../language/partners.js';
import {
  type HttpHandler,
  http,
  inOwnServer,
  inServer,
  location,
  path,
  type Settings,
  type Setup,
  sharedLocation,
} from '../../../../language/setup.js';
import type { At, Capability, Law } from '../../../../language/trial.js';
import type { HttpRequest, World } from '../../../../language/world.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { valueBytes } from '../../../support/bytes.js';
import { type ContentKind, contentOf } from '../../../support/contents.js';
import { headerValues } from '../../../support/header-lines.js';
import { jsonOf } from '../../../support/json.js';
import { liftedWith } from '../../../support/lifted-with.js';
import { type PlainSettings, settingsOf } from '../../../support/settings.js';
import {
  answeredUploads,
  codedLength,
  UPLOAD_WAYS,
  type Upload,
  type UploadFraming,
  type UploadWay,
  uploaded,
} from '../../../support/uploading.js';
import { decodedFrom } from '../subrequest/response-body.js';

/**
 * What the handler of a place does: it looks at members and variables, one after the other, and answers with what it found.
 * Before a path stand words: `copy` of a Buffer; `read`, what a method of that name resolves to; nothing is answered of `spoil`, a
 * Buffer all of whose bytes are changed, `assign`, and `wait` alone. `ask` is a subrequest to `~/in/` with a body of its own, or `ask inherited` without one.
 */
interface LookOrder {
  readonly looks: readonly string[];
  /** In place of the answer: the status of a response without a text. */
  readonly fails?: number;
  /** In place of the answer: what is found there, or within, is the body of the response. */
  readonly echo?: string;
  /** In place of the answer: a redirect. */
  readonly to?: string;
}

/** Looks, or does what is not answered; lifted with the handler. */
const lookOnce = (r: HttpRequest, t: World, word: string, path: string, read: unknown[]): void => {
  const at = (): unknown => path.split('.').reduce((value: unknown, name) => Object(value)[name], r);
  const copied = (): unknown => (at() === undefined ? undefined : t.invoke(t.at('Buffer'), 'from', [at()]));
  if (word === 'spoil') t.attempt(() => t.invoke(at(), 'fill', [0]));
  else if (word === 'assign') t.attempt(() => (Object(r)[path] = 'assigned'));
  else {
    const outcome = t.attempt(word === 'copy' ? copied : at);
    read.push(outcome[0] === 'threw' ? { threw: outcome[1] } : outcome[1]);
  }
};

/** Answers with what was read, or what replaces it; lifted with the handler. */
const endWith = (r: HttpRequest, t: World, does: LookOrder, isAccess: boolean, read: unknown[]): unknown => {
  const tellerOf = (header: string): HttpRequest =>
    Object.assign(Object.create(null), {
      return: (_: number, text: string) => {
        // The only control character that JSON leaves as it is, and no header takes.
        r.headersOut[header] = text.split('\x7f').join('\\u007f');
      },
    });
  // What a js_access handler finds is told with what the content handler does.
  if (isAccess) {
    r.variables.spec_teller = 'main';
    return t.answer(tellerOf('X-Access'), read);
  }
  if (does.fails !== undefined) return r.return(does.fails);
  if (does.to !== undefined) return r.internalRedirect(does.to);
  if (does.echo !== undefined) {
    const value = does.echo.split('.').reduce((on: unknown, name) => Object(on)[name], r);
    return t.invoke(r, 'return', [203, value]);
  }
  // The response to HEAD has no body.
  if (r.method === 'HEAD') t.answer(tellerOf('X-Read'), read);
  return t.answer(r, read, 203);
};

/** Which place it is, the path or a variable of the location says; subrequests share variables. Status 203 keeps hosts from answering conditional requests themselves. */
const tells: HttpHandler = liftedWith(
  (r: HttpRequest, t, look, end) => {
    const all: { readonly [place: string]: LookOrder & { readonly base: string } } = t.input(r);
    const place = r.uri.slice(-4) === '/in/' ? 'inner' : r.variables.spec_teller || '';
    const does = all[place] || { looks: [], base: '' };
    const read: unknown[] = [];
    const from = (first: number): unknown => {
      for (let i = first; i < does.looks.length; i++) {
        const words = (does.looks[i] || '').split(' ');
        const path = words[words.length - 1] || '';
        const on = (): unknown => from(i + 1);
        if (words[0] === 'wait') return t.wait(1).then(on);
        if (words[0] === 'ask') {
          const options = path === 'inherited' ? { method: 'POST' } : { method: 'POST', body: 'own' };
          return Promise.resolve(r.subrequest(`${does.base}in/`, options)).then((reply) => {
            read.push(Object(reply).responseText);
            return on();
          });
        }
        if (words[0] === 'read')
          return Promise.resolve(t.invoke(r, path, []))
            .then((value) => read.push(value))
            .catch(() => read.push({ threw: '' }))
            .then(on);
        look(r, t, `${words[0]}`, path, read);
      }
      return end(r, t, does, place === 'access', read);
    };
    return from(0);
  },
  lookOnce,
  endWith,
);

/** Where the host has put a body: nowhere, in memory, or in a file, from which scripts may be given it. In access none is read unasked. */
type BodyStorage = 'none' | 'memory' | 'file' | 'access';

const refused = record({ threw: typed('string') });

const ofContent = (whole: ExpectedValue, nothing: ExpectedValue) => ({
  memory: whole,
  file: either(whole, absent, refused),
  none: either(absent, nothing),
  access: either(whole, absent, nothing, refused),
});
const ofVariable = (whole: ExpectedValue, nothing: ExpectedValue) => ({ ...ofContent(whole, nothing), file: absent });
const ofAll = (whole: ExpectedValue) => ({ memory: whole, file: whole, none: whole, access: whole });

/** What is found of a body, by where it is kept. */
const FOUND: { readonly [look: string]: (body: Buffer) => { readonly [kept in BodyStorage]: ExpectedValue } } = {
  requestText: (body) => ofContent(decodedFrom(body), ''),
  requestBody: (body) => ofContent(decodedFrom(body), ''),
  requestBuffer: (body) => ofContent(body, Buffer.alloc(0)),
  'requestText.length': (body) => ofContent(body.toString().length, 0),
  'bytes requestText.length': (body) => ofContent(body.length, 0),
  'requestBody.length': (body) => ofContent(body.length, 0),
  'variables.request_body': (body) => ofVariable(decodedFrom(body), ''),
  'rawVariables.request_body': (body) => ofVariable(body, Buffer.alloc(0)),
  'variables.request_body_file': () => ({ ...ofAll(absent), file: typed('string') }),
  readRequestText: (body) => ofAll(decodedFrom(body)),
  readRequestArrayBuffer: (body) => ofAll(Uint8Array.from(body).buffer),
};

/** Each of them twice, in both orders. */
const LOOKS = ['requestText', 'requestBuffer', 'requestBuffer', 'requestText'];

const NAMED = '@spec_body_told';

/** Bodies of a connection's requests, one after the other; `null` is a request that speaks of none. */
export interface BufferRow extends Pick<Upload, 'method' | 'version' | 'headers' | 'begun'> {
  readonly sizes?: readonly (number | null)[];
  readonly of?: ContentKind;
  /** In place of sizes; texts, or Buffers in the tagged encoding. */
  readonly bodies?: readonly Plain[];
  readonly framing?: UploadFraming;
  /** All bodies in each of these. */
  readonly ways?: readonly UploadWay[];
  /** All requests at once. */
  readonly together?: true;
  readonly looks?: readonly string[];
  readonly echo?: string;
  /** What is looked at within: where a subrequest goes, the request is redirected `to`, or passed on to by the host. */
  readonly inner?: readonly string[];
  readonly to?: 'ordinary' | 'named';
  readonly proxied?: true;
  /** The status that a handler fails with, whose page is the place within; or that of a body that is too large. */
  readonly fails?: number;
  /** What a js_access handler looks at before. */
  readonly access?: readonly string[];
  /** The sizes that the location says for buffer and body, and whether it says that bodies are in files. */
  readonly room?: number;
  readonly most?: number;
  readonly file?: 'on' | 'clean';
  /** What else the location says. */
  readonly settings?: PlainSettings;
  /** The server is the case's own and says this. */
  readonly server?: PlainSettings;
}

/** Passed on to the place within, by the host as a proxy. */
const PROXY: Settings = { rewrite: ['^(.*)$', '$1in/', 'break'], proxy_pass: 'http://$server_addr:$server_port' };

const locationOf = ({ room, most, file, fails, access, proxied, settings }: BufferRow): Settings => ({
  ...(room === undefined ? {} : { client_body_buffer_size: `${room}` }),
  ...(most === undefined ? {} : { client_max_body_size: `${most}` }),
  ...(file === undefined ? {} : { client_body_in_file_only: file }),
  ...(fails === undefined ? {} : { error_page: [`${fails}`, '=', path('/in/')] }),
  ...(access === undefined ? {} : { js_access: tells }),
  ...settingsOf(settings),
  set: ['$spec_teller', access === undefined ? 'main' : 'access'],
  ...(proxied ? PROXY : { js_content: tells }),
});

const setupFor = (data: BufferRow): Setup => {
  const { inner, to, server } = data;
  if (server !== undefined) return [http(inOwnServer({ '/': locationOf(data) }, settingsOf(server)))];
  return [
    http(
      location('/', locationOf(data), 'prefix'),
      ...(inner === undefined ? [] : [location('/in/', { js_content: tells }, 'prefix')]),
      ...(to === 'named'
        ? [inServer(sharedLocation(NAMED, { set: ['$spec_teller', 'inner'], js_content: tells }))]
        : []),
    ),
  ];
};

/** The last request of a connection says nothing of a body. */
const LAST = { headers: [['Connection', 'close']], framing: 'length', way: 'at-once' } as const;

function uploadsOf(data: BufferRow, at: At): Upload[] {
  const { sizes = [], of = 'ascii', framing = 'length', ways = ['at-once'] } = data;
  const all = data.bodies?.map(decode) ?? sizes.map((size) => (size === null ? null : contentOf(of, size)));
  const target = data.server === undefined ? at('/') : '/';
  const input = inputOf(data, target);
  const { method, version, headers, begun } = data;
  const given = {
    ...(method && { method }),
    ...(version && { version }),
    ...(headers && { headers }),
    ...(begun && { begun }),
  };
  const bodyOf = (body: unknown): Pick<Upload, 'body'> => (body === null ? {} : { body: valueBytes(body) });
  const each = ways.flatMap((way) =>
    all.map((body): Upload => ({ ...given, ...bodyOf(body), framing, way, target, input })),
  );
  return [...each, { ...LAST, target, input }];
}

/** What the handlers of the main place, the place within and of access do. */
function inputOf({ looks = LOOKS, inner = [], access = [], echo, to, fails, proxied }: BufferRow, base: string) {
  const isWithin = to !== undefined || proxied === true;
  const echoes = echo === undefined ? {} : { echo };
  const main = {
    looks,
    base,
    ...(fails === undefined || fails === 413 ? {} : { fails }),
    ...(isWithin ? {} : echoes),
    ...(to === undefined ? {} : { to: to === 'named' ? NAMED : `${base}in/` }),
  };
  return { main, inner: { looks: inner, base, ...(isWithin ? echoes : {}) }, access: { looks: access, base } };
}

/**
 * A body that is no longer than the buffer, on the wire, is in memory. One that is more than twice as long is not, unless a part of
 * it has come with the header, for which a host has another buffer.
 */
function keptAs({ body, framing, way }: Upload, { room, file }: BufferRow): readonly BodyStorage[] {
  if (body === undefined || body.length === 0) return ['none'];
  if (file !== undefined) return ['file'];
  const length = codedLength(framing, body);
  if (room === undefined || length <= room) return ['memory'];
  return way === 'asked' && length > 2 * room ? ['file'] : ['memory', 'file'];
}

/** What a subrequest without a body answers of the text that it finds: of the client's body, all or nothing. */
const inherited = (body: Buffer): ExpectedValue =>
  either(...[body.toString(), '', undefined].map((text) => asciiJson(encode([text]))), matches(/^\[{"threw":"\w+"}]$/));

const found = (looks: readonly string[], body: Buffer, kept: BodyStorage): readonly ExpectedValue[] =>
  looks.flatMap((look) => {
    const words = look.split(' ');
    if (look === 'ask inherited') return [inherited(body)];
    if (words[0] === 'ask') return [JSON.stringify(['own'])];
    if (words[0] === 'wait' || words[0] === 'spoil' || words[0] === 'assign') return [];
    const of = FOUND[look] ?? FOUND[words.at(-1) ?? ''];
    if (of === undefined) throw new Error(`nothing is known of ${look}`);
    return [of(body)[kept]];
  });

function expectedOf(upload: Upload, data: BufferRow): Expectation {
  const { looks = LOOKS, echo, to, inner = [], access = [], fails, proxied = false, most = 0 } = data;
  const { body = Buffer.alloc(0) } = upload;
  const isRefused = most > 0 && body.length > most;
  if (isRefused && fails === undefined) return response({ status: 413 });
  if (echo !== undefined) return response({ status: 203, body });
  const isPage = fails === 413 ? isRefused : fails !== undefined;
  const shown = to !== undefined || proxied || isPage ? inner : looks;
  const kept: readonly BodyStorage[] = isRefused ? ['none'] : keptAs(upload, proxied ? {} : data);
  const options = [...kept, ...(isPage ? (['none'] as const) : [])].map((one) =>
    list(...found(access, body, 'access'), ...found(shown, body, one)),
  );
  return response({ status: 203, answer: either(...options) });
}

/** A host may end the connection behind a body that it refuses. */
function expectedOfAll(uploads: readonly Upload[], data: BufferRow): Expectation {
  const all = uploads.flatMap(answeredUploads);
  const { most = 0 } = data;
  const refused = most === 0 ? -1 : all.findIndex(({ body }) => (body?.length ?? 0) > most);
  const each = all.map((one) => expectedOf(one, data));
  return refused < 0 ? list(...each) : either(list(...each), list(...each.slice(0, refused + 1)));
}

/** What was answered to HEAD stands in a header, and what was found in access in another; both in UTF-8. */
async function held(uploads: readonly Upload[], { together, server }: BufferRow, { host }: Partners) {
  const connection = await host.connect(server === undefined ? 'http' : 'own');
  const { responses, left } = await uploaded(uploads, connection, together);
  const readable = responses.map(({ body, ...one }) => {
    const told = (name: string): Buffer[] =>
      headerValues(one.headers, name).map((value) => Buffer.from(value, 'latin1'));
    const [read] = body.length > 0 ? [] : told('X-Read');
    const [access] = told('X-Access');
    return { ...one, body: access === undefined ? (read ?? body) : joined(access, read ?? body) };
  });
  return { responses: readable, left };
}

const joined = (first: Buffer, second: Uint8Array): Buffer =>
  Buffer.from(JSON.stringify([...readFrom(first), ...readFrom(second)]));

/** Nothing, of what is no answer. */
function readFrom(body: Uint8Array): readonly unknown[] {
  const read = jsonOf(Buffer.from(body).toString());
  return Array.isArray(read) ? read : [];
}

const law = <D extends BufferRow>(
  hold: (data: D, partners: Partners, at: At) => Promise<unknown>,
  more: (uploads: readonly Upload[], data: D) => { readonly [part: string]: ExpectedValue } = () => ({}),
  needs: readonly Capability[] = [],
): Law<D> =>
  conversation<D>({
    needs: ['exchange', ...needs],
    setup: setupFor,
    hold,
    expect: (data, at) => {
      const uploads = uploadsOf(data, at);
      return record({ responses: expectedOfAll(uploads, data), left: '', ...more(uploads, data) });
    },
  });

/** Each body is read whole where it is in memory, and the connection goes on. */
export const holds = law((data: BufferRow, partners, at) => held(uploadsOf(data, at), data, partners));

/** The same on several connections, which are the same but for the bodies: one after the other, or all at one time. */
export const onConnections = <D>(of: (data: D) => readonly BufferRow[], isAtOnce = false): Law<D> =>
  conversation<D>({
    needs: ['exchange'],
    setup: (data) => of(data).slice(0, 1).flatMap(setupFor),
    hold: async (data, partners, at) => {
      const holding: Promise<unknown>[] = [];
      for (const one of of(data)) {
        holding.push(held(uploadsOf(one, at), one, partners));
        if (!isAtOnce) await holding.at(-1);
      }
      return Promise.all(holding);
    },
    expect: (data, at) =>
      list(...of(data).map((one) => record({ responses: expectedOfAll(uploadsOf(one, at), one), left: '' }))),
  });

/** Each body comes on a connection of its own, at one time. */
export const holdsBeside = onConnections(
  ({ sizes = [], ways = [], ...data }: BufferRow) =>
    ways.flatMap((way) => sizes.map((size) => ({ ...data, sizes: [size], ways: [way] }))),
  true,
);

/** The same of bodies that are in files: what stands in them then, or that they are gone, once the connection has gone on. */
export const keeps = law(
  async (data: BufferRow, partners, at) => {
    const { responses, left } = await held(uploadsOf(data, at), data, partners);
    const { looks = LOOKS } = data;
    const files: unknown[] = [];
    for (const { body } of responses.slice(0, -1)) {
      const path = readFrom(body)[looks.indexOf('variables.request_body_file')];
      const isThere = typeof path === 'string' && (await partners.files.exists(path));
      files.push(isThere ? await partners.files.read(path) : 'gone');
    }
    return { responses, left, files };
  },
  (uploads, { file }) => ({
    files: list(
      ...uploads
        .slice(0, -1)
        .flatMap(answeredUploads)
        .map(({ body }) => (file === 'on' && body) || 'gone'),
    ),
  }),
  ['file-system'],
);

const body: fc.Arbitrary<Plain> = fc.oneof(
  fc.constant(null),
  unicodeText(40),
  fc.nat({ max: 300 }).map((size) => contentOf('characters', size).toString()),
  fc.uint8Array({ maxLength: 90 }).map((bytes) => ({ $buffer: Buffer.from(bytes).toString('hex') })),
);

/** Several bodies on one connection, each framed and written alike. */
const drawnBodies = (data: BufferRow): fc.Arbitrary<BufferRow> =>
  fc
    .record({
      bodies: fc.array(body, { minLength: 1, maxLength: 4 }),
      framing: fc.constantFrom<UploadFraming>('length', 'chunk', 'chunks', 'odd-chunks'),
      ways: fc.constantFrom(...UPLOAD_WAYS).map((way) => [way]),
      begun: fc.nat({ max: 40 }),
      method: fc.constantFrom('POST', 'PUT', 'GET', 'DELETE', 'HEAD', 'OPTIONS'),
    })
    .map((drawn) => ({ ...data, ...drawn }));

export const holdsDrawn = conversationProperty({
  needs: ['exchange'],
  setup: setupFor,
  inputs: drawnBodies,
  hold: (drawn, partners, _, at) => held(uploadsOf(drawn, at), drawn, partners),
  expect: (drawn, _, at) => record({ responses: expectedOfAll(uploadsOf(drawn, at), drawn), left: '' }),
});
