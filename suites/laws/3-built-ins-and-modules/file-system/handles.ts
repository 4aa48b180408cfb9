/** 3/file-system-module/filehandle-close and its like: what descriptors tell of their files, and how FileHandles end. */
import { setTimeout } from 'node:timers/promises';
import { diskExample, fileWith, onDisk } from '../../../language/disk.js';
import { anything, type Expectation, record, satisfies } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { fifo, file, folder, hardLink, link, type Tree } from '../../../language/fixture.js';
import { conversation } from '../../../language/law.js';
import { http, location, file as setupFile } from '../../../language/setup.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { textOf } from '../../support/contents.js';
import type { FdForm } from './descriptor-steps.js';

const TREE: Tree = {
  file: file('some text', { mode: 0o640 }),
  empty: file(''),
  large: file(textOf(70_000)),
  link: link('file'),
  'hard-link': hardLink('file'),
  folder: folder({ a: file('') }, { mode: 0o750 }),
  pipe: fifo(),
};

/** What both tell of a file that nobody touches. */
const TOLD = [
  'dev', 'ino', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'size', 'blksize', 'blocks', 'mtimeMs', 'ctimeMs',
] as const; // biome-ignore format: a list

/** Names of files and folders are their own; that of a link leads to a file. */
export const describes = diskExample({
  stats: true,
  disk: () => TREE,
  input: ({ form, of }: { readonly form: FdForm; readonly of: string }) => ({
    form,
    path: of,
    flags: of === 'pipe' ? 'r+' : 'r',
    told: TOLD,
  }),
  probe: ({ folder: root, given }, t) => {
    const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
    const tell = (stat: unknown): unknown => {
      const all: { [name: string]: unknown } = {};
      given.told.forEach((name) => {
        all[name] = memberOf(stat, name);
      });
      return all;
    };
    const path = `${root}/${given.path}`;
    if (given.form === 'sync') {
      const fd = t.fs.openSync(path, given.flags);
      const told = t.attempt(() => tell(t.fs.fstatSync(fd)));
      t.fs.closeSync(fd);
      return told[1];
    }
    return t.fs.promises.open(path, given.flags).then((handle) => {
      const stat = (): unknown =>
        given.form === 'handle' ? t.invoke(handle, 'stat', []) : t.fs.fstatSync(Number(memberOf(handle, 'fd')));
      return Promise.resolve(0)
        .then(stat)
        .then(tell, (error) => `${error}`)
        .then((told) => Promise.resolve(t.invoke(handle, 'close', [])).then(() => told));
    });
  },
  expect: ({ of }) =>
    satisfies('what lstat tells', (value) => {
      const { gave, disk } = Object(value);
      const stat = Object(disk)[of === 'link' ? 'file' : of]?.stat;
      const wrong = TOLD.find((name) => !isAlike(Object(gave)[name], Object(stat)[name]));
      return wrong === undefined || `${wrong} is ${Object(gave)[wrong]}, and lstat tells ${Object(stat)[wrong]}`;
    }),
});

/** Times are doubles on either side. */
const isAlike = (told: unknown, found: unknown): boolean =>
  typeof told === 'number' && Math.abs(told - Number(found)) < 0.01;

/** What is begun before the handle is closed, on a file of so many bytes. */
interface PendingOperation {
  readonly first: 'write' | 'text' | 'read' | 'stat';
  readonly size: number;
}

export const waits = diskExample({
  disk: ({ size }: PendingOperation) => ({ a: file(textOf(size)) }),
  input: (begun) => ({ first: begun.first, content: `!${textOf(begun.size)}` }),
  probe: ({ folder: root, given }, t) => {
    const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
    const ended: string[] = [];
    const begin = (handle: unknown): unknown => {
      if (given.first === 'stat') return t.invoke(handle, 'stat', []);
      if (given.first === 'read') return t.invoke(handle, 'read', [Buffer.alloc(given.content.length), 0]);
      return t.invoke(handle, 'write', given.first === 'text' ? [given.content] : [Buffer.from(given.content), 0]);
    };
    const counted = (told: unknown): unknown =>
      memberOf(told, 'bytesRead') || memberOf(told, 'bytesWritten') || memberOf(told, 'size');
    return t.fs.promises.open(`${root}/a`, 'r+').then((handle) => {
      const first = Promise.resolve(begin(handle)).then((told) => {
        ended.push('first');
        return counted(told);
      });
      const closing = Promise.resolve(t.invoke(handle, 'close', [])).then((told) => {
        ended.push('close');
        return told;
      });
      return Promise.all([first, closing]).then((all) => ({ count: all[0], closed: all[1], ended }));
    });
  },
  expect: ({ first, size }) => {
    const writes = first === 'write' || first === 'text';
    const gave = { count: writes ? size + 1 : size, closed: undefined, ended: ['first', 'close'] };
    return onDisk(gave, { a: fileWith(`${writes ? '!' : ''}${textOf(size)}`) });
  },
});

/** Writes that are begun one behind the other, without waiting. */
export const writesAtOnce = diskExample({
  disk: (_: object) => ({ a: file('') }),
  input: () => ['one', 'two', 'three', 'four'],
  probe: ({ folder: root, given }, t) =>
    t.fs.promises.open(`${root}/a`, 'w').then((handle) =>
      Promise.all(given.map((text) => t.invoke(handle, 'write', [text])))
        .then(() => t.invoke(handle, 'close', []))
        .then(() => t.fs.readFileSync(`${root}/a`, 'utf8')),
    ),
  expect: (): Expectation => anything,
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
