import { spawnSync } from 'node:child_process';
import test from 'tape';

test('V8 knows the flag by which it optimizes less', (t) => {
  // One that it does not know it says on the standard error, and goes on.
  const module = JSON.stringify(new URL('compiling.js', import.meta.url));
  const source = `import(${module}).then((one) => { one.optimizeLess(); console.log('done'); })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', source], { encoding: 'utf8' });
  t.deepEqual({ stdout, stderr }, { stdout: 'done\n', stderr: '' });
  t.end();
});
