/** What a program uses where neither its command line nor its configuration decides. */
export interface ProgramDefaults {
  /** The name at the beginning of its messages. */
  readonly name: string;
  /** The command that scripts see, before the arguments. */
  readonly command: readonly string[];
  readonly prefix: string;
  readonly configuration: string | undefined;
  /** `undefined` for the terminal. */
  readonly errorLog: string | undefined;
  readonly pid: string | undefined;
  readonly daemon: boolean;
  /** Prints the addresses on which it listens. */
  readonly printsAddresses: boolean;
  /** Shows authors of scripts where these failed, as long as it is in the foreground. */
  readonly showsScriptErrors: boolean;
}

/** `srvspec serve`: for authors of handlers, in the foreground. */
export const serveDefaults: ProgramDefaults = {
  name: 'srvspec',
  command: ['srvspec', 'serve'],
  prefix: '.',
  configuration: undefined,
  errorLog: undefined,
  pid: undefined,
  daemon: false,
  printsAddresses: true,
  showsScriptErrors: true,
};

/** `srvspec-nginx`: for programs that start nginx, with the paths of an nginx that was built without path options. */
export const nginxDefaults: ProgramDefaults = {
  name: 'nginx',
  command: ['nginx'],
  prefix: '/usr/local/nginx',
  configuration: 'conf/nginx.conf',
  errorLog: 'logs/error.log',
  pid: 'logs/nginx.pid',
  daemon: true,
  printsAddresses: false,
  showsScriptErrors: false,
};

export const defaultsNamed = (name: string): ProgramDefaults =>
  name === serveDefaults.name ? serveDefaults : nginxDefaults;
