/** What a program does where neither its command line nor its configuration says. */
export interface Manners {
  /** The name that its messages begin with. */
  readonly name: string;
  /** What scripts see as the command, in front of the words. */
  readonly command: readonly string[];
  readonly prefix: string;
  readonly configuration: string | undefined;
  /** `undefined` for the terminal. */
  readonly errorLog: string | undefined;
  readonly pid: string | undefined;
  readonly daemon: boolean;
  /** Tells where it listens. */
  readonly tellsAddresses: boolean;
  /** Shows those who write scripts where these failed, as long as it is in the foreground. */
  readonly showsScriptErrors: boolean;
}

/** `srvspec serve`: for people who write handlers, in the foreground. */
export const serving: Manners = {
  name: 'srvspec',
  command: ['srvspec', 'serve'],
  prefix: '.',
  configuration: undefined,
  errorLog: undefined,
  pid: undefined,
  daemon: false,
  tellsAddresses: true,
  showsScriptErrors: true,
};

/** `srvspec-nginx`: for programs that start nginx, with the places that it has when it is built without any said. */
export const standingIn: Manners = {
  name: 'nginx',
  command: ['nginx'],
  prefix: '/usr/local/nginx',
  configuration: 'conf/nginx.conf',
  errorLog: 'logs/error.log',
  pid: 'logs/nginx.pid',
  daemon: true,
  tellsAddresses: false,
  showsScriptErrors: false,
};

export const mannersNamed = (name: string): Manners => (name === serving.name ? serving : standingIn);
