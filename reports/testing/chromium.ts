import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--remote-debugging-pipe',
];

type ProtocolFields = { readonly [name: string]: unknown };

/** A page of a headless browser, driven over the DevTools protocol. */
export interface Page {
  /** Goes to the address and waits until the page has loaded. */
  open(url: string): Promise<void>;
  /** Value of the expression in the page; a promise is awaited. Throws what the page throws. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses a key, for example `Tab` or `/`. */
  press(key: string): Promise<void>;
  send(method: string, params?: ProtocolFields): Promise<ProtocolFields>;
  /** Addresses requested since the start, and messages of the console and of refused content. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

/** Name of the browser's command, or nothing where it is not installed. */
export function findChromium(): string | undefined {
  return ['chromium', 'chromium-browser', 'google-chrome'].find(
    (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
  );
}

/** The browser of this process, since starting one takes longer than most tests. */
let browser: Promise<Browser> | undefined;

interface Browser {
  readonly connection: DevtoolsConnection;
  end(): Promise<void>;
}

/** Runs the work with a page that shares nothing with others. The browser starts with the first page and ends with the last test. */
export async function withPage<Result>(command: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  browser ??= start(command);
  const { connection } = await browser;
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  try {
    return await work(await newPage(connection, browserContextId));
  } finally {
    await connection.send('Target.disposeBrowserContext', { browserContextId });
  }
}

/** Ends the browser if one was started. */
export async function endBrowser(): Promise<void> {
  const ending = browser;
  browser = undefined;
  await (await ending)?.end();
}

async function start(command: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'srvspec-chromium-'));
  const child = spawn(command, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  return {
    connection: connect(child),
    end: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function newPage(connection: DevtoolsConnection, browserContextId: unknown): Promise<Page> {
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(String(sessionId));
  const send: Page['send'] = (method, params) => connection.send(method, params, String(sessionId));
  await Promise.all(['Page', 'Runtime', 'Network', 'Log'].map((domain) => send(`${domain}.enable`)));
  // A page in the background draws no frames.
  await send('Page.bringToFront');
  // Several browsers may run at once, and the system gives the keyboard to one of them.
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return {
    send,
    requests: session.requests,
    complaints: session.complaints,
    open: (url) => open(session, send, url),
    evaluate: (expression) => evaluate(send, expression),
    async press(key) {
      const text = key.length === 1 ? { text: key } : {};
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: key, ...keyCode(key), ...text });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, ...keyCode(key) });
    },
  };
}

/** Counts what is opened. */
let visits = 0;

async function open(session: PageSession, send: Page['send'], url: string): Promise<void> {
  const [file, fragment] = url.split(/(?=#)/);
  visits += 1;
  const loaded = session.next('Page.loadEventFired');
  // Between two states of one page only the fragment changes, which would load nothing.
  await send('Page.navigate', { url: `${file}?${visits}${fragment ?? ''}` });
  await loaded;
}

async function evaluate(send: Page['send'], expression: string): Promise<unknown> {
  const answer = await send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  if (answer.exceptionDetails !== undefined) throw new Error(JSON.stringify(answer.exceptionDetails));
  return fieldsOf(answer.result).value;
}

/** Keys that do more than write also need their number. */
function keyCode(key: string): ProtocolFields {
  const codes: { readonly [key: string]: number } = { Tab: 9, Enter: 13, Escape: 27 };
  const code = codes[key];
  return code === undefined ? {} : { windowsVirtualKeyCode: code, ...(key === 'Enter' ? { text: '\r' } : {}) };
}

interface DevtoolsConnection {
  send(method: string, params?: ProtocolFields, sessionId?: string): Promise<ProtocolFields>;
  /** The messages of one page from now on. */
  session(id: string): PageSession;
}

interface PageSession {
  /** The parameters of the next event of this name. */
  next(event: string): Promise<ProtocolFields>;
  readonly requests: string[];
  readonly complaints: string[];
  hear(message: ProtocolFields): void;
}

/** The protocol over two pipes: messages in JSON, each ended by a NUL byte. */
function connect(browser: ChildProcess): DevtoolsConnection {
  const [, , , input, output] = browser.stdio;
  if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error('the browser has no pipes');
  const calls = new Map<number, { resolve: (result: ProtocolFields) => void; reject: (error: Error) => void }>();
  const sessions = new Map<string, PageSession>();
  let count = 0;
  const receive = (message: ProtocolFields): void => {
    const call = calls.get(Number(message.id));
    if (call !== undefined && message.error !== undefined) call.reject(new Error(JSON.stringify(message.error)));
    else if (call !== undefined) call.resolve(fieldsOf(message.result));
    else sessions.get(String(message.sessionId))?.hear(message);
    calls.delete(Number(message.id));
  };
  const gone = (): void => {
    for (const { reject } of calls.values()) reject(new Error('the browser ended'));
  };
  output.once('close', gone);
  readMessages(output, receive);
  return {
    session(id) {
      const session = pageSession();
      sessions.set(id, session);
      return session;
    },
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        count += 1;
        calls.set(count, { resolve, reject });
        input.write(
          `${JSON.stringify({ id: count, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
        );
      }),
  };
}

function pageSession(): PageSession {
  const waiting = new Map<string, (params: ProtocolFields) => void>();
  const requests: string[] = [];
  const complaints: string[] = [];
  return {
    requests,
    complaints,
    next: (event) => new Promise((resolve) => waiting.set(event, resolve)),
    hear(message) {
      note(message, requests, complaints);
      waiting.get(String(message.method))?.(fieldsOf(message.params));
    },
  };
}

function readMessages(output: Readable, receive: (message: ProtocolFields) => void): void {
  let pending = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (pending + chunk).split('\0');
    pending = messages.pop() ?? '';
    for (const message of messages) receive(fieldsOf(JSON.parse(message)));
  });
}

function note({ method, params }: ProtocolFields, requests: string[], complaints: string[]): void {
  const fields = fieldsOf(params);
  if (method === 'Network.requestWillBeSent') requests.push(String(fieldsOf(fields.request).url));
  if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded' || method === 'Runtime.consoleAPICalled') {
    complaints.push(JSON.stringify(fields));
  }
}

function fieldsOf(value: unknown): ProtocolFields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
