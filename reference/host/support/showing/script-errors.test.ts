import { createContext, Script } from 'node:vm';
import test from 'tape';
import { ScriptErrors } from './script-errors.js';

/** The output of `ScriptErrors` for scripts that run as in a host, without frames. */
async function shownBy(
  run: (errors: ScriptErrors, evaluate: (path: string, source: string) => unknown) => void,
  isLogSeen = false,
) {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const errors = await ScriptErrors.open({ folder: '/site', isColoured: false, isLogSeen, print });
  const context = createContext();
  new Script('Error.stackTraceLimit = undefined').runInContext(context);
  try {
    run(errors, (path, source) => {
      errors.remember(path, source);
      return new Script(source, { filename: path }).runInContext(context);
    });
  } finally {
    errors.close();
  }
  return text;
}

/** The value that a function of a script throws. */
function thrownBy(call: unknown): unknown {
  try {
    if (typeof call === 'function') call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

test('errors of scripts are shown with file, line and column, in the folder or elsewhere', async (t) => {
  const source = '() => {\n  null.x;\n}';
  for (const [path, name] of [
    ['/site/js/main.js', 'js/main.js'],
    ['/elsewhere/main.js', '/elsewhere/main.js'],
    ['/site-two/main.js', '/site-two/main.js'],
    ['/site/a b%20ü.js', 'a b%20ü.js'],
    ['/site/..main.js', '..main.js'],
  ] as const) {
    const shown = await shownBy((errors, evaluate) => {
      const thrown = thrownBy(evaluate(path, source));
      t.equal(Reflect.get(Object(thrown), 'stack'), undefined, 'scripts see no frames');
      errors.show('TypeError', errors.placeOf(thrown));
    });
    t.equal(shown, `TypeError\n  ${name}:2:8\n  1 | () => {\n  2 |   null.x;\n    |        ^\n  3 | }\n`);
  }
});

test('errors of scripts: a message in a visible log is not repeated', async (t) => {
  const shown = await shownBy((errors, evaluate) => {
    errors.show('TypeError', errors.placeOf(thrownBy(evaluate('/site/main.js', '() => null.x'))));
    errors.show('no place', undefined);
  }, true);
  t.match(shown, /^ {2}main\.js:1:12\n(?:.*\n){2}$/);
});

test('errors of scripts: the innermost frame of a script, with the source from compile time', async (t) => {
  const shown = await shownBy((errors, evaluate) => {
    const inner = thrownBy(evaluate('/site/inner.js', '() => {\n  [1].map(() => JSON.parse("{")) }'));
    errors.remember('/site/other.js', 'of no matter');
    errors.show('within a built-in function', errors.placeOf(inner));
  });
  t.match(shown, /^within a built-in function\n {2}inner\.js:2:22\n/);
  const [place] = await new Promise<readonly (string | undefined)[]>((resolve) => {
    void shownBy((errors, evaluate) => {
      const thrown = thrownBy(evaluate('/site/main.js', '() => { throw new Error("x") }'));
      const other = new Error('of ours');
      resolve([errors.placeOf(other), errors.placeOf(thrown)]);
    });
  });
  t.equal(place, undefined, 'an error of the host is not an error of a script');
});

test('errors of scripts: a value that is not an error has no position, and none of its functions is called', async (t) => {
  const shown = await shownBy((errors, evaluate) => {
    evaluate('/site/main.js', 'globalThis.called = 0;');
    for (const source of [
      '() => { throw "text" }',
      '() => { throw undefined }',
      '() => { throw new Proxy(new Error("x"), { get() { called++ }, getPrototypeOf() { called++; return null } }) }',
      '() => { throw Object.create(Error.prototype) }',
    ])
      errors.show('no error', errors.placeOf(thrownBy(evaluate('/site/main.js', source))));
    t.equal(evaluate('/site/main.js', 'called'), 0);
  });
  t.equal(shown, 'no error\n'.repeat(4));
});

test('errors of scripts: a getter of the stack receives no object of the host', async (t) => {
  await shownBy((errors, evaluate) => {
    const thrown = thrownBy(
      evaluate(
        '/site/main.js',
        `() => {
          const error = new Error('x');
          Object.defineProperty(error, 'stack', { get() {
            globalThis.given = [arguments.length, this === error, new Error().stack];
            throw new RangeError('from the getter');
          } });
          throw error;
        }`,
      ),
    );
    t.match(errors.placeOf(thrown) ?? '', /^2:25:/);
    t.match(String(evaluate('/site/other.js', 'String(globalThis.given)')), /^(?:undefined|0,true,)$/);
  });
});

test('errors of scripts: compilation and linking errors', async (t) => {
  await shownBy((errors, evaluate) => {
    const broken = thrownBy(() => evaluate('/site/broken.js', 'let a;\nlet b = ;'));
    t.match(errors.ofSyntax('/site/broken.js', broken), /^ {2}broken\.js:2:9\n(?:.*\n)*? {4}\| {9}\^\n$/);
    errors.remember('/site/main.js', '// import from "lib"\nimport a\n  from "./lib.js";\nimport b from \'./b.js\';');
    t.match(errors.ofMissing('/site/main.js', './lib.js'), /^ {2}main\.js:3:8\n/);
    t.match(errors.ofMissing('/site/main.js', './b.js'), /^ {2}main\.js:4:15\n/);
    t.equal(errors.ofMissing('/site/main.js', './c.js'), '');
    t.equal(errors.ofLinking(new Error('another failure')), '');
  });
});
