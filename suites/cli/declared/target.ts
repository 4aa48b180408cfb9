/** Options of targets. */
import type { Options } from './command.js';

/** What `--target` takes, by what is before the colon. */
export const TARGET_KINDS = ['reference', 'nginx', 'cli', 'adapter', 'endpoint', 'api', 'client'] as const;

export const TARGETS_HELP =
  'reference, nginx[:BINARY], cli:COMMAND, adapter:COMMAND, endpoint:URL, api:URL or client:COMMAND; cli is a command-line runtime, such as njs, node, bun, deno or workerd; adapter a program that speaks the adapter protocol; endpoint a host with a deployed bundle; api a management API; client a client of one';

export const TARGET_OPTIONS = {
  modules: {
    type: 'string',
    value: 'DIR',
    of: ['nginx'],
    help: 'folder of its js modules',
    otherwise: 'the usual places',
  },
  engine: {
    type: 'string',
    value: 'ENGINE',
    values: ['njs', 'qjs'],
    of: ['nginx', 'cli'],
    help: 'the engine that it must have; nginx is configured to use it',
    otherwise: 'its own default',
  },
  'library-root': {
    type: 'string',
    value: 'DIR',
    of: ['nginx'],
    help: 'root of a file system whose nginx, loader and libraries are used; for instance .hosts/sid',
    otherwise: 'this machine',
  },
  'runtime-version': {
    type: 'string',
    value: 'V',
    of: ['reference', 'cli'],
    help: 'the runtime version that it implements, such as 0.8.4; of cli, where no global has it',
    otherwise: 'the newest in the documents; of cli, the version of its global',
  },
  bind: {
    type: 'string',
    value: 'srv=NAME,rt=NAME',
    of: ['nginx', 'cli'],
    help: 'names of the two globals in its scripts',
    otherwise: 'srv=ngx,rt=njs',
  },
  bundle: {
    type: 'string',
    value: 'DIR',
    of: ['endpoint'],
    help: 'folder of the deployed bundle; `srvspec bundle DIR` writes it',
    otherwise: 'required',
  },
  'allow-writes': {
    type: 'boolean',
    of: ['api'],
    help: 'allows cases that create servers and apps; none of them are removed',
  },
  'allow-insecure': {
    type: 'boolean',
    of: ['api', 'endpoint'],
    help: 'allows sending the credentials over plain HTTP to another machine',
  },
  map: {
    type: 'string',
    multiple: true,
    value: 'PLACE=/POINTER',
    of: ['api'],
    help: 'JSON pointer to serverId, serverApiKey, servers, apps or status in an answer',
    otherwise: 'found by name',
  },
  'new-key': {
    type: 'string',
    value: 'COMMAND',
    of: ['api'],
    help: 'command that creates a new API key and prints it; needs --allow-writes',
    otherwise: 'revoked keys are tested with SRVSPEC_REVOKED_API_KEY, or not at all',
  },
  'request-timeout': {
    type: 'string',
    value: 'MS',
    of: ['api', 'endpoint'],
    help: 'time limit of a request in milliseconds',
    otherwise: '10000',
  },
  app: {
    type: 'string',
    value: 'sysuserid=ID,runtime=NAME',
    of: ['api'],
    help: 'sysuserid and runtime with which apps can be created',
    otherwise: 'sysuserid=srvspec,runtime=php8.3',
  },
} as const satisfies Options;
