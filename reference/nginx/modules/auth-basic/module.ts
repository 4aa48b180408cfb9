import { readFileSync } from 'node:fs';
import type { HttpDecision } from '../../../host/http/phases.js';
import type { HttpRequest } from '../../../host/http/request.js';
import { type ByteString, textOf } from '../../../host/support/byte-string.js';
import { declined, passed } from '../../../host/support/phases.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { optionalSetting, type Statement } from '../../../host/support/settings/directive.js';
import type { Template } from '../../../host/support/settings/template.js';
import { pathIn, template } from '../../../host/support/settings/values.js';
import { codeOf, systemError } from '../../../host/support/system-errors.js';
import { credentialsOf, type HttpCredentials } from '../../http/credentials.js';
import type { HttpModule } from '../module.js';
import { formOf, isPassword } from './crypt.js';

const contexts = [...withinHttp, 'limit_except'];

interface PasswordFile {
  readonly name: Template;
  /** The folder of relative names. */
  readonly folder: string;
}

const realm = optionalSetting<Template>('auth_basic', contexts, template);
const passwords = optionalSetting<PasswordFile>('auth_basic_user_file', contexts, passwordFile);

/** `auth_basic`: requires a name and a password from a file. */
export const authBasicModule: HttpModule = {
  name: 'auth_basic',
  directives: [realm, passwords],
  phases: [{ phase: 'access', handle: authenticate }],
};

function passwordFile(words: readonly string[], reading: Statement): PasswordFile {
  return { name: template(words, reading), folder: reading.configurationPrefix };
}

function authenticate(request: HttpRequest): HttpDecision {
  const { block, variables } = request;
  const [configured, file] = [realm.of(block), passwords.of(block)];
  if (configured === undefined || file === undefined) return declined;
  const name = variables.evaluate(configured);
  if (name === 'off') return declined;
  const given = credentialsOf(request);
  if (given === undefined) {
    request.logLine('info', 'no user/password was provided for basic authentication');
    return challenge(request, name);
  }
  const path = pathIn(file.folder, textOf(variables.evaluate(file.name)));
  const text = read(request, path);
  return typeof text === 'string' ? checked(request, given, { path, text, realm: name }) : text;
}

function challenge({ response: { headers: headersOut } }: HttpRequest, name: ByteString): HttpDecision {
  headersOut.addChallenge(`Basic realm="${name}"`);
  return { kind: 'refused', status: 401 };
}

/** The text of a password file; without one all requests are refused. */
function read(request: HttpRequest, path: string): ByteString | HttpDecision {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const code = error instanceof Error ? codeOf(error) : '';
    const isAbsent = code === 'ENOENT';
    request.logLine(
      isAbsent ? 'error' : 'crit',
      `${code === 'EISDIR' ? 'pread' : 'open'}() "${path}" failed`,
      systemError(code),
    );
    return { kind: 'refused', status: isAbsent ? 403 : 500 };
  }
}

function checked(
  request: HttpRequest,
  { user, password }: HttpCredentials,
  file: { readonly path: string; readonly text: ByteString; readonly realm: ByteString },
): HttpDecision {
  const stored = storedFor(user, file.text);
  if (stored === undefined) {
    request.logLine('error', `user "${user}" was not found in "${file.path}"`);
    return challenge(request, file.realm);
  }
  switch (isPassword(password, stored)) {
    case true:
      return passed;
    case false:
      request.logLine('error', `user "${user}": password mismatch`);
      return challenge(request, file.realm);
    case undefined:
      request.logLine('crit', `crypt_r() failed: passwords stored as ${formOf(stored)} are not known`);
      return { kind: 'refused', status: 500 };
  }
}

/** The stored password of a name: the text after it, up to another colon or the end of the line. */
function storedFor(user: ByteString, text: ByteString): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${user}:`) && !one.startsWith('#'));
  return line === undefined ? undefined : (/^[^:\r]*/.exec(line.slice(user.length + 1))?.[0] ?? '');
}
