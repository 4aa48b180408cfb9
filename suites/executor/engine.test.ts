import { spawnSync } from 'node:child_process';
import test from 'tape';

test('V8 knows each flag that we set', (t) => {
  // V8 reports an unknown flag on the standard error, and goes on.
  const module = JSON.stringify(new URL('engine.js', import.meta.url));
  const source = `import(${module}).then((one) => { one.setEngine(); console.log('done'); })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', source], { encoding: 'utf8' });
  t.deepEqual({ stdout, stderr }, { stdout: 'done\n', stderr: '' });
  t.end();
});
