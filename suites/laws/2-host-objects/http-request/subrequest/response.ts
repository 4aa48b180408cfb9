/** 2/http-request-object-methods/r-subrequest: members of the response object. Oracles: what each handler does. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode } from '../../../../language/encoding.js';
import { absent, anything, type ExpectedValue, either, satisfies } from '../../../../language/expectation.js';
import { http, location, path, type Settings } from '../../../../language/setup.js';
import { subjectsIn } from '../../../../language/steps.js';
import { textOf } from '../../../support/contents.js';
import { byRow } from '../../../support/drawn.js';
import type { HeaderLine } from '../../../support/header-lines.js';
import { pairsAmong } from '../headers/matching.js';
import { joinedBy } from '../inputs.js';
import { fixedHandler, inParts, row, type ScriptRow, set } from '../script.js';
import { ASKING, type AskWay, answering, asking, plays } from './handlers.js';
import { given, type PassRow, type PlainGives, PROXIED } from './rows.js';

export const givesResponse = byRow(ASKING, ({ reads, ...of }: PlainGives) =>
  given({ ...of, reads: subjectsIn(reads) }),
);

/** The members of the response object; other requests have other values. */
type MembersRow = Pick<PassRow, 'pass' | 'args' | 'method' | 'way'>;

export const givesMembers = byRow(
  ASKING,
  ({ pass, args = {}, method = 'GET', way = 'awaited' }: MembersRow): ScriptRow => {
    const reads = {
      status: 201,
      method,
      httpVersion: '1.1',
      'headersOut.X-Inner': 'a',
      'headersIn.X-Foo': 'bar',
      responseText: 'abc',
      responseBuffer: Buffer.from('abc'),
      'own parent': true,
      'type variables': 'object',
    };
    const client = { method: 'DELETE', headers: [['X-Foo', 'bar']] as const, target: '?client=1' };
    const one = given({ client, gives: answering(201, 'abc', { 'X-Inner': 'a' }), reads: {} });
    // One host crashes when a loop lists arguments of a subrequest.
    const inJson: Step = { on: 'JSON', call: ['stringify', '$reply0.args'], shown: true };
    const looks = asking([['~/in/a', ...pass]], way, [...Object.keys(reads), 'uri', 'variables.uri']);
    return {
      ...one,
      steps: [...looks, inJson, ['r.method'], ['r.uri'], ['r.args'], ['r.responseText']],
      want: {
        ...one.want,
        read: (at) => [
          ...[...Object.values(reads), at('/in/a'), at('/in/a'), JSON.stringify(args)],
          ...['DELETE', at('/'), { client: '1' }, absent],
        ],
      },
    };
  },
);

/** Pairs of those names. */
export const hasRaw = byRow(
  ASKING,
  ({
    headers,
    pairs,
  }: {
    readonly headers: { readonly [name: string]: Plain };
    readonly pairs: readonly HeaderLine[];
  }) => given({ gives: answering(200, 'abc', headers), reads: { rawHeadersOut: pairsAmong(pairs) } }),
);

/** Whether assignments to the response object are read is open; no client receives them. */
export const writesNothing = byRow(ASKING, ({ way }: { readonly way: AskWay }): ScriptRow => {
  const reads = {
    'kept headersOut.X-Foo': anything,
    'kept headersOut.X-Inner': anything,
    'kept status': anything,
    'kept method': 'GET',
    'kept responseText': 'abc',
  };
  const one = given({ way, gives: answering(200, 'abc', { 'X-Inner': 'a' }), reads });
  return { ...one, want: { ...one.want, threw: anything } };
});

/** A response to HEAD has the values read in headers. */
export const headClient = byRow(ASKING, ({ way }: { readonly way: AskWay }): ScriptRow => {
  const looks = Object.entries({ status: '201', responseText: 'abc', method: 'GET' });
  const sends = looks.flatMap(([name]): Step[] => [
    { on: `$reply0.${name}`, call: 'toString', as: 'text' },
    { on: 'r.headersOut', set: [`X-${name}`, '$text'] },
  ]);
  const headers = Object.fromEntries(looks.map(([name, value]) => [`X-${name}`, [value]]));
  const inner = { a: answering(201, 'abc') };
  return row(
    [...asking([['~/in/a']], way, []), ...sends],
    { status: 203, headers, body: '' },
    { method: 'HEAD', inner },
  );
});

const noBody = either('', absent);

/** A status, sent by r.return or with a header. */
type SubrequestStatus = { readonly status: number; readonly sent?: 'parts'; readonly way?: AskWay };

export const hasStatus = byRow(ASKING, ({ status, sent, ...of }: SubrequestStatus) => {
  const gives = sent === 'parts' ? inParts(status, ['a', 'bc']) : answering(status, 'abc');
  return given({ gives, reads: { status, responseText: 'abc' }, ...of });
});

/** The target of a redirect, to which a host may prepend its own origin. */
export const givesRedirect = byRow(ASKING, ({ status }: SubrequestStatus) => {
  const location = satisfies(
    '/elsewhere, perhaps of this host',
    (url) => /^(http:\/\/[^/]+)?\/elsewhere$/.test(`${url}`) || `${url}`,
  );
  return given({ gives: answering(status, '/elsewhere'), reads: { status, 'headersOut.Location': location } });
});

/** A response to HEAD or with a status that allows no body. */
export const lacksBody = byRow(ASKING, ({ reads, ...of }: PlainGives) =>
  given({ ...of, reads: { ...subjectsIn(reads), responseText: noBody, 'type responseBuffer': anything } }),
);

type MemberNames = { readonly [kind in 'methods' | 'properties']?: readonly string[] } & { readonly way: AskWay };

export const hasMembers = byRow(ASKING, ({ methods = [], properties = [], way }: MemberNames) => {
  const typed = (names: readonly string[], type: ExpectedValue) => names.map((name) => [`type ${name}`, type] as const);
  const reads = [...typed(methods, 'function'), ...typed(properties, either('object', 'string', 'number', 'boolean'))];
  return given({ gives: answering(200, 'abc'), reads: Object.fromEntries(reads), way });
});

/** A header of the response as a script assigned it there; some may be omitted. */
interface SubrequestHeader {
  readonly header: string;
  readonly values: readonly string[];
  readonly reads: Plain;
  readonly omitted?: true;
  readonly through: 'script' | 'proxy';
  readonly spelled?: string;
}

const withHeader = ({ header, values, reads, omitted, through, spelled = header }: SubrequestHeader): ScriptRow => {
  const read = Array.isArray(reads) && header !== 'Set-Cookie' ? joinedBy(',', reads.map(String)) : decode(reads);
  return given({
    gives: answering(200, 'abc', { [header]: values.length === 1 ? (values[0] ?? '') : values }),
    reads: { [`headersOut.${spelled}`]: omitted ? either(absent, read) : read },
    uri: through === 'proxy' ? '~/via/in/a' : '~/in/a',
  });
};

export const hasHeader = byRow(
  { ...ASKING, setup: ({ through }: SubrequestHeader) => (through === 'proxy' ? PROXIED : ASKING).setup },
  withHeader,
);

/** Where subrequests to `place` go. Those that reach one of our handlers reach the one for `in/a`. */
const PLACES: { readonly [place: string]: Settings } = {
  internal: { internal: true, js_content: plays },
  'error-page': { error_page: ['404', '=206', path('/in/a')], return: '404' },
  'error-page-status': { error_page: ['404', path('/in/a')], return: '404' },
  rewritten: { rewrite: ['^', path('/in/a?more=1'), 'last'] },
  'rewritten-twice': { rewrite: ['^', path('/rewritten'), 'last'] },
  tried: { try_files: ['/srvspec-no-such-file', path('/in/a')] },
  'tried-status': { try_files: ['/srvspec-no-such-file', '=404'] },
  missing: { root: '/srvspec-no-such-folder' },
  returned: { return: ['200', 'static'] },
  forbidden: { return: '403' },
  unavailable: { return: '503' },
  redirected: { return: ['302', '/elsewhere'] },
  denied: { deny: 'all', js_content: plays },
};

/** The result of a location of another kind. */
export const reachesLocation = byRow(
  {
    ...ASKING,
    setup: ({ place }: PlainGives & { readonly place: string }) => [
      ...ASKING.setup,
      ...(place === 'rewritten-twice' ? [place, 'rewritten'] : [place]).map((one) =>
        http(location(`/${one}`, PLACES[one] ?? {})),
      ),
    ],
  },
  ({ place, reads, ...of }) => given({ ...of, uri: `~/${place}`, reads: subjectsIn(reads) }),
);

/** A header of each size, and so many more. */
export const hasLongHeaders = byRow(
  ASKING,
  ({ sizes, many }: { readonly sizes: readonly number[]; readonly many: number }) => {
    const long = sizes.map((size) => [`X-Long-${size}`, textOf(size)]);
    const more = Array.from({ length: many }, (_, i) => [`X-More-${i}`, `${i}`]);
    const headers: { [name: string]: string } = Object.fromEntries([...long, ...more]);
    const reads = Object.entries(headers).map(([name, value]) => [`headersOut.${name}`, value]);
    return given({ gives: answering(200, 'abc', headers), reads: Object.fromEntries(reads) });
  },
);

/** Converts to upper case, and adds a header that says so. */
const capitals = fixedHandler([
  { on: '$data', call: ['toUpperCase'], as: 'sent' },
  ['r', 'sendBuffer', '$sent', '$flags'],
]);
const marks = fixedHandler([set('headersOut', 'X-Filter', 'a')]);

interface SubrequestFilter {
  readonly of: 'inner' | 'outer';
  readonly body: string;
  readonly reads: string;
  readonly mark?: string;
  readonly way: AskWay;
}

/** With filters of the locations of subrequests, or of the client's requests. */
export const givesFilteredResponse = byRow(
  {
    ...ASKING,
    setup: ({ of }: SubrequestFilter) => {
      const inner: Settings = of === 'inner' ? { js_body_filter: capitals, js_header_filter: marks } : {};
      const outer: Settings = of === 'inner' ? {} : { js_header_filter: marks };
      const locations = [['/', outer] as const, ['/in/', inner] as const];
      return [http(...locations.map(([below, own]) => location(below, { js_content: plays, ...own }, 'prefix')))];
    },
  },
  ({ of, body, reads, mark, way }) =>
    given({
      way,
      gives: answering(200, body),
      reads: { status: 200, responseText: reads, 'headersOut.X-Filter': mark ?? absent },
      comes: { status: 203, headers: { 'X-Filter': of === 'outer' ? ['a'] : [] } },
    }),
);
