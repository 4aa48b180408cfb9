/** 2/host-global-object-srv: the paths of the host name existing files and folders. */
import { matches, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { http, location } from '../../../language/setup.js';
import type { HttpRequestObject, World } from '../../../language/world.js';

/** A member of `srv`, and a pattern for the content of the file that it names; a folder has none. */
type FileMember = { readonly member: string; readonly holds?: string };

/** The path exists, and a file is the one that the host uses. */
export const namesFile = conversation({
  needs: ['exchange', 'file-system'],
  setup: [
    http(
      location('/path', {
        js_content: (r: HttpRequestObject, t: World) => {
          t.srv.log(t.srv.ERR, 'line of a script');
          r.return(200, `${t.at(`srv.${t.input<string>(r)}`)}`);
        },
      }),
    ),
  ],
  hold: async ({ member, holds }: FileMember, { host, files }, at) => {
    const response = await host.request({ target: at('/path'), input: member });
    const path = 'closed' in response ? '' : Buffer.from(response.body).toString();
    const exists = await files.exists(path);
    return { exists, content: exists && holds !== undefined ? (await files.read(path)).toString() : '' };
  },
  expect: ({ holds = '^$' }) => record({ exists: true, content: matches(new RegExp(holds)) }),
});
