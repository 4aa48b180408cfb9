/** 3/file-system-module/filehandle-close, 3/fs-file-handle/p1: how FileHandles end. */
import { setTimeout } from 'node:timers/promises';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import { http, location, file as setupFile } from '../../../language/setup.js';
import { orderOf, type StepOrder } from '../../../language/steps.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { textOf } from '../../support/contents.js';
import { callIn, closeIn, inFolder, pathIn } from './folder.js';
import { UNDEFINED } from './options.js';

/** Operations that begin before the handle is closed, on a file of this size. */
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

/** The number of checks, and the pause between them. */
const LOOKS = 40;
const BETWEEN_MS = 150;
const REQUESTS = 20;

type HandleUse = 'nothing' | 'opened' | 'written' | 'read' | 'closed-number' | 'closed-handle';

/** Opens the file three times, uses it, and keeps it until the response: engines may close unreferenced files. */
function useSteps(how: HandleUse, waits: number): StepOrder {
  const form = how === 'closed-number' ? 'sync' : 'promise';
  const names = how === 'nothing' ? [] : ['one', 'two', 'three'];
  const uses: { readonly [how: string]: readonly Plain[] } = {
    written: ['write', 'other text', 0],
    read: ['read', '$buffer', 0],
  };
  const use = (name: string): readonly Step[] => [
    callIn(form, ['open', '$path', 'r+'], { as: name, shown: false }),
    ...(uses[how] ? [{ on: `$${name}`, call: uses[how], await: 'promise', shown: false } as const] : []),
  ];
  return orderOf({
    make: { path: { on: 'r.variables', get: 'left_open' }, buffer: { on: 'Buffer', call: ['alloc', 4] } },
    steps: [
      ...names.flatMap(use),
      { make: ['wait', waits], await: 'promise' },
      ...(how.startsWith('closed') ? names.map((name) => closeIn(form, name)) : []),
    ],
  });
}

/** Handlers use files, and close only what they say; the driver checks which processes have them open afterwards. */
export const closesItself = conversation({
  needs: ['exchange', 'file-system'],
  setup: [
    http(
      location('/leaving', {
        set: ['$left_open', setupFile('left-open.txt', 'some text')],
        js_content: (r: HttpRequestObject, t: World) =>
          Promise.resolve(t.steps(t.input(r))).then((outcomes) => {
            const isDone = Array.isArray(outcomes) && outcomes.every((one) => one[0] === 'returned');
            r.return(isDone ? 200 : 500, `${r.variables.left_open}`);
          }),
      }),
    ),
  ],
  hold: async ({ how }: { readonly how: Exclude<HandleUse, 'nothing'> }, { host, files }, at) => {
    let answered: number | 'closed' = 200;
    const ask = async (use: HandleUse, waits = 0): Promise<string> => {
      const response = await host.request({ target: at('/leaving'), input: useSteps(use, waits) });
      const status = 'closed' in response ? 'closed' : response.status;
      if (status !== 200) answered = status;
      return 'closed' in response ? '' : Buffer.from(response.body).toString();
    };
    const path = await ask('nothing');
    if (answered !== 200) return { answered };
    // If the host's descriptors cannot be observed while they are open, they cannot be observed afterwards.
    const isSeen = await seenOpen(
      (waits) => ask(how, waits),
      () => files.held(path),
    );
    if (answered !== 200) return { answered };
    if (!isSeen) throw new NotObservable('the open files of the host cannot be observed here');
    for (let i = 0; i < REQUESTS; i++) await ask(how);
    for (let i = 0; i < LOOKS; i++) {
      await ask('nothing');
      if ((await files.held(path)) === 0) return { answered, held: 'none' };
      await setTimeout(BETWEEN_MS);
    }
    return { answered, held: 'some' };
  },
  expect: () => record({ answered: 200, held: 'none' }),
});

/** Checks while a request has files open, the next time longer. */
async function seenOpen(ask: (waits: number) => Promise<string>, look: () => Promise<number>): Promise<boolean> {
  for (const waits of [300, 1000, 3000]) {
    let isOver = false;
    const answered = ask(waits).then(() => {
      isOver = true;
    });
    let held = 0;
    while (!isOver && held === 0) held = await look();
    await answered;
    if (held > 0) return true;
  }
  return false;
}
