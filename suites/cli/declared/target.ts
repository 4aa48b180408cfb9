/** Options that say more of a target. */
import type { Options } from './command.js';

/** What `--target` takes, by what stands before the colon. */
export const TARGET_KINDS = ['reference', 'nginx', 'cli', 'api', 'client'] as const;

export const TARGETS_HELP =
  'what is judged: reference, nginx, nginx:BINARY, cli:COMMAND (a command-line runtime), api:URL (a server-management API) or client:COMMAND (a client of one)';

export const TARGET_OPTIONS = {
  modules: {
    type: 'string',
    value: 'DIR',
    of: ['nginx'],
    help: 'where its js modules are',
    otherwise: 'where they are usually installed',
  },
  engine: {
    type: 'string',
    value: 'ENGINE',
    values: ['njs', 'qjs'],
    of: ['nginx', 'cli'],
    help: 'the engine that it must have; nginx is configured with it',
    otherwise: 'the one that it has by itself',
  },
  'library-root': {
    type: 'string',
    value: 'DIR',
    of: ['nginx'],
    help: 'a file system whose nginx, loader and libraries are used, such as .hosts/sid',
    otherwise: 'that of this machine',
  },
  'runtime-version': {
    type: 'string',
    value: 'V',
    of: ['reference'],
    help: 'the version that it is, such as 0.8.4',
    otherwise: 'the newest that the documents know',
  },
  bind: {
    type: 'string',
    value: 'srv=NAME,rt=NAME',
    of: ['nginx', 'cli'],
    help: 'what its scripts call the two globals',
    otherwise: 'srv=ngx,rt=njs',
  },
  'allow-writes': { type: 'boolean', of: ['api'], help: 'creates servers and apps, of which hundreds are left' },
  'allow-insecure': { type: 'boolean', of: ['api'], help: 'sends the credentials over plain http to another machine' },
  map: {
    type: 'string',
    multiple: true,
    value: 'PLACE=/POINTER',
    of: ['api'],
    help: 'where in an answer serverId, serverApiKey, servers, apps or status stands',
    otherwise: 'found by name',
  },
  'new-key': {
    type: 'string',
    value: 'COMMAND',
    of: ['api'],
    help: 'a command that makes a new API key and prints it; needs --allow-writes',
    otherwise: 'that a key is revoked is seen with SRVSPEC_REVOKED_API_KEY, or not at all',
  },
  'request-timeout': {
    type: 'string',
    value: 'MS',
    of: ['api'],
    help: 'milliseconds for a request',
    otherwise: '10000',
  },
  app: {
    type: 'string',
    value: 'sysuserid=ID,runtime=NAME',
    of: ['api'],
    help: 'what apps can be created with',
    otherwise: 'sysuserid=srvspec,runtime=php8.3',
  },
} as const satisfies Options;
