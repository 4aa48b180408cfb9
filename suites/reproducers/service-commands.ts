// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** Requests to a service as commands of curl, for people; the account is read from the environment, and no key of a server is written. */
import type { ApiAnswer, ApiRequest } from '../language/endpoint.js';
import { shellWord } from '../targets/support/shell-word.js';

/** A request to a service; the answer is absent where none came. */
export interface ServiceExchange {
  readonly request: ApiRequest;
  answer?: ApiAnswer;
}

/** Placeholders of the account in what a request sends as its credentials. */
const PLACEHOLDERS = { clientId: 'srvspec-client-id', apiKey: 'srvspec-api-key', revokedApiKey: 'srvspec-revoked-key' };
const OTHERS = { clientId: 'another-client-id', apiKey: 'another-key', revokedApiKey: 'another-revoked-key' };

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pairOf = (key: string): string => base64(`${PLACEHOLDERS.clientId}:${key}`);
const shellPair = (key: string): string => `"$(printf %s "$SRVSPEC_CLIENT_ID:$${key}" | base64 | tr -d "\\n")"`;

/** How a shell makes what a placeholder represents. */
const IN_SHELL: readonly (readonly [placeholder: string, shell: string])[] = [
  [pairOf(PLACEHOLDERS.apiKey), shellPair('SRVSPEC_API_KEY')],
  [pairOf(PLACEHOLDERS.revokedApiKey), shellPair('SRVSPEC_REVOKED_API_KEY')],
  [PLACEHOLDERS.clientId, '"$SRVSPEC_CLIENT_ID"'],
  [PLACEHOLDERS.apiKey, '"$SRVSPEC_API_KEY"'],
  [PLACEHOLDERS.revokedApiKey, '"$SRVSPEC_REVOKED_API_KEY"'],
];

/** A shell word in which parts of the account are read from the environment. */
function withAccount(text: string): string {
  const found = IN_SHELL.find(([placeholder]) => text.includes(placeholder));
  return found === undefined ? shellWord(text) : text.split(found[0]).map(withAccount).join(found[1]);
}

/** The name of the file that holds the body of a request. */
const bodyFile = (number: number): string => `body-${number}.txt`;

const bodyOf = ({ json, body }: ApiRequest): string | undefined =>
  json === undefined ? body?.text : JSON.stringify(json);

/** The bodies of the requests, by the names of their files. */
export const bodyFiles = (exchanges: readonly ServiceExchange[]): { readonly [name: string]: string } =>
  Object.fromEntries(
    exchanges.flatMap(({ request }, i) => {
      const text = bodyOf(request);
      return text === undefined ? [] : [[bodyFile(i + 1), text]];
    }),
  );

/** A command for each request, with the status of its answer; `SRVSPEC_BASE_URL` ends with the version, as `/v1`. */
export const curlCommands = (exchanges: readonly ServiceExchange[]): string[] =>
  exchanges.map(({ request, answer }, i) => {
    const earlier = exchanges.slice(0, i).map((one) => one.answer?.text ?? '');
    return `${curlCommand(request, i + 1, earlier)}   # status ${answer?.status ?? 'none'}`;
  });

function curlCommand(request: ApiRequest, number: number, earlier: readonly string[]): string {
  const { method, path, version, headers = {}, json, body, names, pace, elsewhere } = request;
  const type = json === undefined ? body?.type : 'application/json';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const hasBody = bodyOf(request) !== undefined;
  const base = version === undefined ? '"$SRVSPEC_BASE_URL"' : `"\${SRVSPEC_BASE_URL%/*}"${shellWord(version)}`;
  const field = (text: string): string => `-H ${shellWord(text)}`;
  return [
    'curl -s -i --path-as-is -g',
    method === 'HEAD' ? '--head' : `-X ${shellWord(method)}`,
    ...credentialWords(request, earlier),
    ...(hasBody && !isTyped ? [field(type === undefined ? 'Content-Type:' : `Content-Type: ${type}`)] : []),
    ...Object.entries(headers).map(([name, value]) => field(`${name}: ${value}`)),
    ...(hasBody ? [`--data-binary @${bodyFile(number)}`] : []),
    `${base}${shellWord(path)}`,
    ...(names === undefined ? [] : [`  # with names of fields in ${names.replace('-', ' ')}`]),
    ...(pace === undefined ? [] : [`  # with the body in ${pace}`]),
    ...(elsewhere === undefined ? [] : [`  # with the credentials in ${elsewhere}`]),
  ].join(' ');
}

/** Options for the Authorization field; none where it is made of the account in a way that a shell cannot repeat, or of an earlier answer. */
function credentialWords({ authorization }: ApiRequest, earlier: readonly string[]): string[] {
  if (authorization === undefined) return ['-u "$SRVSPEC_CLIENT_ID:$SRVSPEC_API_KEY"'];
  if (authorization === null) return [];
  const made = authorization(PLACEHOLDERS);
  const words = withAccount(made);
  const isOfAccount = made !== authorization(OTHERS);
  const isWritten = isOfAccount ? words !== shellWord(made) : !isOfAnswers(made, earlier);
  return isWritten ? [`-H 'Authorization: '${words}`] : ['-H "Authorization: $AUTHORIZATION"'];
}

/** Whether a field holds a text of an earlier answer, such as the key of a server. Shorter texts occur by chance. */
function isOfAnswers(field: string, earlier: readonly string[]): boolean {
  const token = /[\w+/=-]*$/.exec(field)?.[0] ?? '';
  const parts = [...field.split(/\s+/), ...Buffer.from(token, 'base64').toString().split(':')];
  return parts.some((part) => part.length >= 6 && earlier.some((text) => text.includes(part)));
}
