/** What a scenario is: a configuration with its handlers, as somebody would run it, and what its clients are to see. */

export interface Scenario extends ScenarioFile {
  /** The name of its file. */
  readonly name: string;
}

/** The content of its file. */
export interface ScenarioFile {
  /** What the configuration is for, in one sentence. */
  readonly says: string;
  /** What our host lacks to run it; such a scenario must fail on our host. */
  readonly pending?: string;
  /**
   * Content of the `http` block. `<socket>` is where its servers listen, `<root>` the folder of its files, `<scripts>` that of its
   * scripts, `<log>` the file for its access log, `<peer NAME>` the socket of an upstream or a service. It shares the block with others.
   */
  readonly configuration?: string;
  /** Content of the `stream` block, in the same way; `<stream NAME>` is where one of its servers listens. */
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

/** A server that the host asks. */
export interface Upstream {
  /** The first that fits a request is given. */
  readonly answers: readonly UpstreamAnswer[];
  /** Requests that have come in the end. */
  readonly asked?: number;
}

/** In the texts of an answer `<method>`, `<target>`, `<body>`, `<header NAME>` are replaced by what was asked, `<count>` by its number. */
export interface UpstreamAnswer {
  readonly method?: string;
  /** Path without arguments; any when not given. */
  readonly path?: string;
  /** Requests that it fits, before the next answer does. */
  readonly times?: number;
  /** Milliseconds that it takes. */
  readonly after?: number;
  /** 200 when not given; 0 closes the connection without an answer. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

/** What a service says to each of its connections. */
export interface ScenarioService {
  readonly talk: readonly Utterance[];
  /** Connections that have come in the end. */
  readonly asked?: number;
}

/** One turn of a talk over a connection; each begins when the one before it is through. */
export type Utterance =
  | { readonly send: string }
  /** What arrives next: as many bytes as the text has, or until the pattern fits. */
  | { readonly receive: TextOrPattern }
  /** Sends back whatever arrives, until the other side ends. */
  | { readonly echo: true }
  /** Half-closes. */
  | { readonly end: true }
  /** Waits for the end of the other side; nothing else may arrive before. */
  | { readonly ended: true };

/** A client's connection to a server of the `stream` block. */
export interface ScenarioSession {
  /** The name in `<stream NAME>`. */
  readonly session: string;
  /** The talk is inside of TLS, with a server that is asked for by this name. */
  readonly tls?: string;
  readonly talk: readonly Utterance[];
}

/** One request or session, or several at once. */
export type ScenarioStep = ScenarioAction | { readonly together: readonly ScenarioAction[] };
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
  /** Of each name the only value, all values, or `null` for none. */
  readonly headers?: { readonly [name: string]: TextOrPattern | readonly string[] | null };
  readonly body?: TextOrPattern;
  /** The body as JSON. */
  readonly json?: unknown;
}

/** A text as it is, or a regular expression for all of it. */
export type TextOrPattern = string | { readonly matches: string };
