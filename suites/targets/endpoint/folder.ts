/** The folder of a bundle: what a host is given, and what a run needs to know about it. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledSpec } from '../../../spec/compiled/compiled.js';
import { UsageError } from '../../../spec/reading/user-error.js';
import { PACKAGE_VERSION } from '../../executor/package-version.js';
import { isList, isObject } from '../../language/plain.js';
import { parseVersion } from '../../language/versions.js';
import { refuseFull } from '../support/folders.js';
import { directiveBlock, temporaryFolders } from '../support/host/configuration.js';
import { type Bundle, type BundleTerms, LISTEN } from './bundle.js';

const MANIFEST_FILE = 'manifest.json';
const TOKEN_FILE = 'token';

/** A bundle that was written into a folder. */
export interface WrittenBundle extends BundleTerms {
  readonly version: string;
  readonly token: string;
}

/** Writes all that a host needs, and the instructions. @throws UsageError if the folder is not empty */
export async function writeBundle(folder: string, bundle: Bundle, terms: BundleTerms): Promise<void> {
  await refuseFull(folder, 'a bundle takes a new folder');
  const token = randomBytes(24).toString('base64url');
  const { version, cases, scriptFile, script } = bundle;
  const documents = compiledSpec().documents.map(({ id, sha256 }) => ({ id, sha256 }));
  const manifest = { srvspec: PACKAGE_VERSION, version, ...terms, documents, cases: cases.size };
  const files: readonly (readonly [name: string, content: string, mode?: number])[] = [
    [MANIFEST_FILE, `${JSON.stringify(manifest, undefined, 2)}\n`],
    [TOKEN_FILE, `${token}\n`, 0o600],
    [scriptFile, script],
    ['http.conf', bundle.configuration(token), 0o600],
    ['nginx.conf', MAIN],
    ['README.md', instructions(version)],
  ];
  for (const [name, content, mode = 0o644] of files) await writeFile(join(folder, name), content, { mode });
}

/** For a host of its own. A host with workers survives a crash of one. */
const MAIN = [
  'worker_processes 1;',
  'pid srvspec.pid;',
  'error_log error.log;',
  'events { worker_connections 512; }',
  directiveBlock('http', [...temporaryFolders('.'), 'include http.conf;']),
  '',
].join('\n');

const instructions = (version: string): string => `# Bundle ${version} of srvspec

This folder makes a host answer the cases of srvspec to whoever has the token in it. Keep the folder
secret. The scripts evaluate what they are sent, so remove them after the run.

## Deploy

1. In \`http.conf\`, change \`${LISTEN}\` to the address that the host listens on. If the token leaves
   the machine, add \`ssl\` to the line, and the lines with your certificate below it.
2. Copy the folder to the host, for instance to \`/srv/srvspec\`. Its workers must reach the folder.
3. Start a host for it alone, with the path of your module:

       nginx -p /srv/srvspec -e error.log -c nginx.conf -g 'load_module /usr/lib/nginx/modules/ngx_http_js_module.so;'
       srvspec-nginx -p /srv/srvspec -e error.log -c nginx.conf        # the reference; bundle --bind srv=srv,rt=rt

   Or add it to an nginx that runs already. Write these lines into its \`http\` block, then \`nginx -s reload\`:

       js_path /srv/srvspec;
       include /srv/srvspec/http.conf;

   For the engine QuickJS, write \`js_engine qjs;\` before the \`include\`.
4. Where this folder is, run the cases:

       srvspec run --target endpoint:http://127.0.0.1:8000 --bundle DIR

If the host has no module such as \`xml\`, write a bundle for its own version of the runtime, such as
\`--runtime-version 0.7.9\`. If it does not know a directive, name that: \`--without js_access\`. Its cases
are then not observed.

## Remove

1. Stop the host with \`nginx -p /srv/srvspec -c nginx.conf -s quit\`, or its \`srvspec-nginx\` in the same
   way. In an nginx with other sites, remove the lines from step 3, then \`nginx -s reload\`.
2. Remove the folder from the host, and this one.
`;

/** @throws UsageError if the folder has no bundle */
export async function readBundle(folder: string): Promise<WrittenBundle> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
    const token = (await readFile(join(folder, TOKEN_FILE), 'utf8')).trim();
    const { version, runtimeVersion, bindings, without } = isObject(manifest) ? manifest : {};
    const written = typeof runtimeVersion === 'string' ? parseVersion(runtimeVersion) : undefined;
    if (
      typeof version === 'string' &&
      written !== undefined &&
      isObject(bindings) &&
      isList(without) &&
      TOKEN.test(token)
    ) {
      const { srv, rt } = bindings;
      if (typeof srv === 'string' && typeof rt === 'string')
        return { version, runtimeVersion: written, bindings: { srv, rt }, without: without.map(String), token };
    }
  } catch {
    // Its error could show a part of the file.
  }
  throw new UsageError(
    `--bundle ${folder} has no complete bundle: it takes the folder that \`srvspec bundle DIR\` wrote, with ${MANIFEST_FILE} and ${TOKEN_FILE}`,
  );
}

const TOKEN = /^[\w-]{32,}$/;
