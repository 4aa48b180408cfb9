/** `srvspec api openapi`: the description of the management API for other tools. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeText } from '../../reports/writers/write.js';
import { OPENAPI_FILE } from '../../spec/compiled/compiled.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { OPENAPI as OPENAPI_COMMAND } from './declared/tools.js';

/**
 * `srvspec api openapi [--output FILE] [--base-url URL]`: an OpenAPI 3.1 description in JSON, to a file as a whole or to standard output.
 * Without a base URL, it has a variable instead.
 *
 * @returns the exit status 0
 * @throws UsageError for an impossible base URL; ReportError
 */
export async function openapi(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPENAPI_COMMAND.options });
  const given = values['base-url'];
  const servers = given === undefined ? {} : { servers: [{ url: checkedBaseUrl(given) }] };
  const description = { ...JSON.parse(readFileSync(join(PACKAGE_ROOT, OPENAPI_FILE), 'utf8')), ...servers };
  await writeText(`${JSON.stringify(description, null, 2)}\n`, values.output, 'the description');
  return EXIT.ok;
}

/** The complaint never shows the URL, since it may contain credentials. 1/versioning/rule-1 */
function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url?.username === '' && url.password === '' && !/[?#{}\s]/.test(text);
  const path = url?.pathname.replace(/\/$/, '') ?? '';
  if (url === undefined || !/^https?:\/\//.test(text) || !plain || !path.endsWith('/v1'))
    throw new UsageError(
      '--base-url takes an http or https URL whose path ends with /v1, without credentials and query',
    );
  return url.origin + path;
}
