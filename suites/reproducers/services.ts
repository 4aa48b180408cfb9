// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** What is asked of a service, as commands for people. */

import type { ApiRequest } from '../language/endpoint.js';
import { shellWord } from '../targets/support/shell-word.js';

/** Stand for the account where a request says what it sends itself. */
const SENTINEL = { clientId: 'srvspec-client-id', apiKey: 'srvspec-api-key', revokedApiKey: 'srvspec-revoked-key' };

const OTHER = { clientId: 'another-client-id', apiKey: 'another-key', revokedApiKey: 'another-revoked-key' };

/** The file that the body of a request stands in. */
export const bodyFile = (number: number): string => `body-${number}.txt`;

/** Where parts of the account stand in a field, and how a shell makes them. */
const PLACES: readonly (readonly [text: string, shell: string])[] = [
  [
    base64(`${SENTINEL.clientId}:${SENTINEL.apiKey}`),
    '"$(printf %s "$SRVSPEC_CLIENT_ID:$SRVSPEC_API_KEY" | base64 | tr -d "\\n")"',
  ],
  [
    base64(`${SENTINEL.clientId}:${SENTINEL.revokedApiKey}`),
    '"$(printf %s "$SRVSPEC_CLIENT_ID:$SRVSPEC_REVOKED_API_KEY" | base64 | tr -d "\\n")"',
  ],
  [SENTINEL.clientId, '"$SRVSPEC_CLIENT_ID"'],
  [SENTINEL.apiKey, '"$SRVSPEC_API_KEY"'],
  [SENTINEL.revokedApiKey, '"$SRVSPEC_REVOKED_API_KEY"'],
];

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A shell word in which parts of the account are read from the environment when it runs. */
function withAccount(text: string): string {
  const [place, ...others] = PLACES.filter(([part]) => text.includes(part));
  if (place === undefined) return shellWord(text);
  const [part, shell] = place;
  const [before = '', ...after] = text.split(part);
  return [before, ...after].map((one) => (others.length === 0 ? shellWord(one) : withAccount(one))).join(shell);
}

/** `isUntold`: what it sends for credentials stands in no file. How an exchange is made with curl: `SRVSPEC_BASE_URL` ends in the version, as `/v1`. */
export function askingLine(
  { method, path, version, authorization, headers = {}, json, body, names, pace, elsewhere }: ApiRequest,
  number: number,
  isUntold = false,
): string {
  const made = authorization === undefined ? undefined : (authorization?.(SENTINEL) ?? null);
  const isOdd =
    isUntold ||
    (authorization?.(SENTINEL) !== authorization?.(OTHER) && withAccount(made ?? '') === shellWord(made ?? ''));
  const own = isOdd ? null : made;
  const type = json === undefined ? body?.type : 'application/json';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const base = version === undefined ? '"$SRVSPEC_BASE_URL"' : `"\${SRVSPEC_BASE_URL%/*}"${shellWord(version)}`;
  const hasBody = json !== undefined || body !== undefined;
  return [
    'curl -s -i --path-as-is -g',
    ...(method === 'HEAD' ? ['--head'] : ['-X', shellWord(method)]),
    ...(own === undefined ? ['-u "$SRVSPEC_CLIENT_ID:$SRVSPEC_API_KEY"'] : []),
    ...(own === null || own === undefined ? [] : [`-H ${withAccount(`Authorization: ${own}`)}`]),
    ...(hasBody && !isTyped
      ? [type === undefined ? '-H Content-Type:' : `-H ${shellWord(`Content-Type: ${type}`)}`]
      : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(hasBody ? [`--data-binary @${bodyFile(number)}`] : []),
    `${base}${shellWord(path)}`,
    ...(names === undefined ? [] : [`  # with names of fields in ${names.replace('-', ' ')}`]),
    ...(pace === undefined ? [] : [`  # with the body in ${pace}`]),
    ...(elsewhere === undefined ? [] : [`  # with the credentials in ${elsewhere}`]),
    ...(isOdd ? ['  # with an Authorization field as exchange.json has it'] : []),
  ].join(' ');
}
