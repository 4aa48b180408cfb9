// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** What is asked of a service, and what a client is given, as folders for those who look after them. */

import type { Answering, ClientRun, Operation } from '../language/client-under-test.js';
import type { ApiAnswer, ApiRequest } from '../language/endpoint.js';
import { shellWord } from '../targets/support/shell-word.js';
import type { Files } from './trying.js';

/** One exchange with a service. */
export interface Asked {
  readonly request: ApiRequest;
  readonly answer: ApiAnswer | undefined;
}

/** Stand for the account where a request says what it sends itself. */
const SENTINEL = { clientId: 'srvspec-client-id', apiKey: 'srvspec-api-key', revokedApiKey: 'srvspec-revoked-key' };

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

/** How an exchange is made with curl: `SRVSPEC_BASE_URL` ends in the version, as `/v1`. */
export function askingLine(
  { method, path, version, authorization, headers = {}, json, body }: ApiRequest,
  number: number,
): string {
  const own = authorization === undefined ? undefined : (authorization?.(SENTINEL) ?? null);
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
    ...(hasBody ? [`--data-binary "@$here/body-${number}.txt"`] : []),
    `${base}${shellWord(path)}`,
  ].join(' ');
}

/** A script that asks a service the same again, and tells by the statuses of its answers whether it is as it was. */
export function serviceFiles(asked: readonly Asked[]): Files {
  const bodies = asked.flatMap(({ request: { json, body } }, i): [string, string][] =>
    json === undefined && body === undefined
      ? []
      : [[`body-${i + 1}.txt`, json === undefined ? (body?.text ?? '') : JSON.stringify(json)]],
  );
  const run = [
    '#!/bin/sh',
    '# Asks the service the same again. SRVSPEC_BASE_URL, SRVSPEC_CLIENT_ID and SRVSPEC_API_KEY stand in the environment.',
    '# Exit status: 0 the answers have the statuses that they had, 2 they have others: whether that is right has to be looked at.',
    'here=$(cd "$(dirname "$0")" && pwd) || exit 2',
    ': "${SRVSPEC_BASE_URL:?}" "${SRVSPEC_CLIENT_ID:?}" "${SRVSPEC_API_KEY:?}"',
    'work=$(mktemp -d) || exit 2',
    'trap \'rm -rf "$work"\' EXIT',
    '',
    ...asked.map(({ request }, i) => `${askingLine(request, i + 1)} > "$work/answer-${i + 1}"`),
    '',
    `for i in ${asked.map((_, i) => i + 1).join(' ')}; do`,
    '  cat "$work/answer-$i"',
    '  echo',
    '  sed -n \'s/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p\' "$work/answer-$i" | tail -n 1 >> "$work/statuses"',
    'done',
    'cmp -s "$work/statuses" "$here/statuses.txt" && exit 0',
    'exit 2',
    '',
  ].join('\n');
  const statuses = asked.map(({ answer }) => `${answer?.status ?? ''}\n`).join('');
  return { ...Object.fromEntries(bodies), 'run.sh': run, 'statuses.txt': statuses };
}

/** One operation of a client, with what it was answered. */
export interface Operated {
  readonly operation: Operation;
  readonly answers: readonly Answering[];
  readonly run: ClientRun | undefined;
}

/** What a client was told and answered, for people: nothing but a service that answers so can show it. */
export function clientFiles(operated: readonly Operated[], command: string, redact: (text: string) => string): Files {
  const parts = operated.map(({ operation, answers, run }) => ({
    command: `${command} (${JSON.stringify(operation)})`,
    answers: answers.map(({ bytes, ...answer }) => ({
      ...answer,
      ...(bytes === undefined ? {} : { bytes: Buffer.from(bytes).toString('hex') }),
    })),
    ...(run === undefined
      ? {}
      : {
          status: run.status ?? null,
          stdout: run.stdout,
          stderr: run.stderr,
          requests: run.requests.map(({ method, target, text }) => ({ method, target, text })),
        }),
  }));
  return { 'exchange.json': `${redact(JSON.stringify(parts, null, 2))}\n` };
}
