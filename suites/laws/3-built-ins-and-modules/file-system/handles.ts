/** 3/file-system-module/filehandle-close, 3/fs-file-handle/p1: how FileHandles end. */
import { setTimeout } from 'node:timers/promises';
import type { Plain } from '../../../../spec/types/requirement.js';
import { record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import { http, location, file as setupFile } from '../../../language/setup.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { textOf } from '../../support/contents.js';
import { callIn, inFolder, pathIn } from './folder.js';
import { UNDEFINED } from './options.js';

/** What is begun before the handle is closed, on a file of so many bytes. */
interface PendingOperation {
  readonly first: 'write' | 'text' | 'read' | 'stat';
  readonly size: number;
}

function pendingCall(first: PendingOperation['first']): readonly Plain[] {
  if (first === 'stat') return ['stat'];
  if (first === 'text') return ['write', '$text'];
  return first === 'read' ? ['read', '$buffer', 0] : ['write', '$bytes', 0];
}

/** Both promises call `done`, in the order in which they are fulfilled. */
export const closesAfter = inFolder(({ first, size }: PendingOperation) => {
  const isWrite = first === 'write' || first === 'text';
  const text = `!${textOf(size)}`;
  const count = first === 'stat' ? 'size' : isWrite ? 'bytesWritten' : 'bytesRead';
  return {
    tree: { a: textOf(size) },
    text,
    make: {
      bytes: { on: 'Buffer', call: ['from', '$text'] },
      buffer: { on: 'Buffer', call: ['alloc', size + 1] },
      done: { make: ['callback', {}] },
    },
    steps: [
      callIn('promise', ['open', pathIn('a'), 'r+'], { as: 'file', shown: false }),
      { on: '$file', call: pendingCall(first), as: 'first', shown: false },
      { on: '$file', call: 'close', as: 'closing', shown: false },
      { on: '$first', call: ['then', '$done'], as: 'ended', shown: false },
      { on: '$closing', call: ['then', '$done'], await: 'promise', shown: false },
      {
        value: '$ended',
        await: 'promise',
        shown: [[`$done.calls.0.0.${count}`], ['$done.calls.1']],
        returns: [isWrite ? size + 1 : size, [UNDEFINED]],
      },
    ],
    leaves: isWrite ? { a: text } : {},
  };
});

/** How often it is looked, and with how long between. */
const LOOKS = 40;
const BETWEEN_MS = 150;
const REQUESTS = 20;

/** Handlers open files, and close none unless that is how; the driver looks who has them open once they are through. */
export const closesItself = conversation({
  needs: ['exchange', 'file-system'],
  setup: [
    http(
      location('/leaving', {
        set: ['$left_open', setupFile('left-open.txt', 'some text')],
        js_content: (r: HttpRequest, t: World) => {
          const given = t.input<{ readonly how: string; readonly waits: number }>(r);
          const path = `${r.variables.left_open}`;
          // Until the response: engines may close what nothing refers to any more.
          const kept: unknown[] = [];
          const use = (handle: unknown): unknown => {
            kept.push(handle);
            if (given.how === 'written') return t.invoke(handle, 'write', ['other text', 0]);
            return given.how === 'read' ? t.invoke(handle, 'read', [Buffer.alloc(4), 0]) : handle;
          };
          const open = (): Promise<unknown> =>
            given.how === 'closed-number'
              ? Promise.resolve(use(t.fs.openSync(path, 'r+')))
              : t.fs.promises.open(path, 'r+').then(use);
          const close = (file: unknown): unknown => {
            if (given.how === 'closed-number') return t.fs.closeSync(Number(file));
            return given.how === 'closed-handle' ? t.invoke(file, 'close', []) : file;
          };
          const opened = given.how === 'nothing' ? Promise.resolve(0) : open().then(open).then(open);
          return opened
            .then(() => t.wait(given.waits))
            .then(() => Promise.all(kept.map(close)))
            .then(() => r.return(200, path));
        },
      }),
    ),
  ],
  hold: async (
    { how }: { readonly how: 'opened' | 'written' | 'read' | 'closed-number' | 'closed-handle' },
    { host, files },
    at,
  ) => {
    let answered: number | 'closed' = 200;
    const ask = async (input: { readonly how: string; readonly waits: number }): Promise<string> => {
      const response = await host.request({ target: at('/leaving'), input });
      const status = 'closed' in response ? 'closed' : response.status;
      if (status !== 200) answered = status;
      return 'closed' in response ? '' : Buffer.from(response.body).toString();
    };
    const path = await ask({ how: 'nothing', waits: 0 });
    if (answered !== 200) return { answered };
    // Where the host's descriptors cannot be seen while they are open, none are seen afterwards.
    const isSeen = await seenOpen(ask, how, () => files.held(path));
    if (answered !== 200) return { answered };
    if (!isSeen) throw new NotObservable('what the host has open is not seen here');
    for (let i = 0; i < REQUESTS; i++) await ask({ how, waits: 0 });
    const isClosed = await looked(
      async () => {
        await ask({ how: 'nothing', waits: 0 });
        return files.held(path);
      },
      (held) => held === 0,
    );
    return { answered, held: isClosed ? 'none' : 'some' };
  },
  expect: () => record({ answered: 200, held: 'none' }),
});

/** Looks while a request has files open, the next time longer. */
async function seenOpen(
  ask: (input: { readonly how: string; readonly waits: number }) => Promise<string>,
  how: string,
  look: () => Promise<number>,
): Promise<boolean> {
  for (const waits of [300, 1000, 3000]) {
    let isOver = false;
    const answered = ask({ how, waits }).then(() => {
      isOver = true;
    });
    let held = 0;
    while (!isOver && held === 0) held = await look();
    await answered;
    if (held > 0) return true;
  }
  return false;
}

/** Looks until it is so, and gives up after some seconds. */
async function looked(look: () => Promise<number>, isSo: (held: number) => boolean): Promise<boolean> {
  for (let i = 0; i < LOOKS; i++) {
    if (isSo(await look())) return true;
    await setTimeout(BETWEEN_MS);
  }
  return false;
}
