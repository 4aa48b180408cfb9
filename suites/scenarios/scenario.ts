/** A scenario: a configuration with its handlers, as a user would run it, and the expected responses of its clients. */

export interface Scenario extends ScenarioFile {
  /** The name of its file. */
  readonly name: string;
}

/** The content of its file. In all its texts `<x 40>` is forty times x. */
export interface ScenarioFile {
  /** The purpose of the configuration, in one sentence. */
  readonly says: string;
  /** The part that our host lacks; such a scenario must fail on our host. */
  readonly pending?: string;
  /**
   * Content of the `http` block, which is shared with other scenarios. `<socket>` is the address of its servers, `<root>`
   * the folder of its files, `<scripts>` that of its scripts, and `<certificates>` that of the certificates of all
   * scenarios. `<log>` is the file for its access log, and `<peer NAME>` the socket of an upstream or a service.
   */
  readonly configuration?: string;
  /** Content of the `stream` block, in the same way; `<stream NAME>` is the address of one of its servers. */
  readonly stream?: string;
  readonly scripts: { readonly [name: string]: string };
  readonly files?: { readonly [name: string]: string };
  readonly upstreams?: { readonly [name: string]: Upstream };
  /** Servers without HTTP that the host connects to, by name. */
  readonly services?: { readonly [name: string]: ScenarioService };
  readonly requests: readonly ScenarioStep[];
  /** All lines of the access log. */
  readonly access?: readonly TextOrPattern[];
}

/** A server that the host sends requests to. */
export interface Upstream {
  /** The first answer that matches a request is sent. */
  readonly answers: readonly UpstreamAnswer[];
  /** The number of requests at the end. */
  readonly asked?: number;
}

/**
 * In the texts of an answer, parts of the request replace `<method>`, `<target>`, `<body>` and `<header NAME>`, and its
 * number replaces `<count>`.
 */
export interface UpstreamAnswer {
  readonly method?: string;
  /** Path without arguments; the default is any path. */
  readonly path?: string;
  /** The number of requests that it matches, before the next answer applies. */
  readonly times?: number;
  /** Delay in milliseconds. */
  readonly after?: number;
  /** The default is 200; 0 closes the connection without an answer. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

/** The talk of a service on each of its connections. */
export interface ScenarioService {
  readonly talk: readonly Utterance[];
  /** The number of connections at the end. */
  readonly asked?: number;
}

/** One turn of a talk over a connection; each begins after the one before it. */
export type Utterance =
  | { readonly send: string }
  /** The next received data: as many bytes as the text has, or until the pattern matches. */
  | { readonly receive: TextOrPattern }
  /** Sends back all received data, until the other side ends. */
  | { readonly echo: true }
  /** Half-closes. */
  | { readonly end: true }
  /** Waits for the end of the other side; no other data may arrive before. */
  | { readonly ended: true };

/** A client's connection to a server of the `stream` block. */
export interface ScenarioSession {
  /** The name in `<stream NAME>`. */
  readonly session: string;
  /** The talk is inside TLS, with this requested server name. */
  readonly tls?: string;
  readonly talk: readonly Utterance[];
}

/** One request or session, or several in parallel. */
type ScenarioStep = ScenarioAction | { readonly together: readonly ScenarioAction[] };
export type ScenarioAction = ScenarioRequest | ScenarioSession;

export interface ScenarioRequest {
  readonly method?: string;
  readonly target: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly expect: ExpectedResponse;
}

export interface ExpectedResponse {
  readonly status: number;
  /** For each name the only value, all values, or `null` for none. */
  readonly headers?: { readonly [name: string]: TextOrPattern | readonly string[] | null };
  readonly body?: TextOrPattern;
  /** The body as JSON. */
  readonly json?: unknown;
}

/** An exact text, or a regular expression for all of it. */
export type TextOrPattern = string | { readonly matches: string };
