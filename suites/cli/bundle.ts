/** `srvspec bundle DIR`: all that a host needs that can only be deployed to, for `run --target endpoint:URL`. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../../spec/reading/nearest.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { GeneratedObject } from '../language/case.js';
import { bundleOf, directivesOf } from '../targets/endpoint/bundle.js';
import { writeBundle } from '../targets/endpoint/folder.js';
import { BUNDLE } from './declared/tools.js';
import { deployable, readBindings } from './targets.js';
import { checkedVersion, declarationSource } from './types.js';

export async function bundleCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: BUNDLE.options, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined)
    throw new UsageError('bundle takes the folder to write, for example `srvspec bundle deploy`');
  const terms = {
    bindings: values.bind === undefined ? { srv: 'ngx', rt: 'njs' } : readBindings(values.bind),
    runtimeVersion: checkedVersion(values['runtime-version'], declarationSource().newest),
    without: values.without ?? [],
  };
  const objects = await deployable();
  checkDirectives(terms.without, objects);
  const bundle = bundleOf(objects, terms);
  await writeBundle(folder, bundle, terms);
  process.stdout.write(
    `${folder}: bundle ${bundle.version} for ${bundle.cases.size} cases on runtime ${terms.runtimeVersion}; README.md has the steps\n`,
  );
  return EXIT.ok;
}

/** A name that no case uses would leave out nothing. */
function checkDirectives(names: readonly string[], objects: readonly GeneratedObject[]): void {
  if (names.length === 0) return;
  const known = directivesOf(objects);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UsageError(`--without ${unknown}: no case uses a directive of this name${didYouMean(unknown, known)}`);
}
