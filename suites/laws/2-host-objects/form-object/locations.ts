/** Locations of the server that all cases share, whose handlers follow steps. */
import { http, inServer, type Settings, type Setup, sharedLocation } from '../../../language/setup.js';
import { handlerOf, OUTCOMES } from '../../support/steps-in-handlers.js';

const access = { js_access: handlerOf('access') };
const content = { js_content: handlerOf('content') };
const inner = { js_content: handlerOf('inner') };
const passed = { js_access: handlerOf('passing'), proxy_pass: 'http://$server_addr:$server_port/spec-form/inner' };
const file = { client_body_in_file_only: 'clean' };
const small = { client_max_body_size: '100' };

const LOCATIONS = {
  content,
  access: { ...access, ...content },
  inner,
  asked: { js_content: handlerOf('asked') },
  memory: { ...content, client_body_buffer_size: '16m' },
  single: { ...content, client_body_in_single_buffer: 'on' },
  file: { ...content, ...file },
  'access-file': { ...access, ...content, ...file },
  small: { ...content, ...small },
  'access-small': { ...access, ...content, ...small },
  passed,
  'passed-file': { ...passed, ...file },
  fails: { ...access, js_content: (r) => r.return(404), error_page: ['404', '@spec_form'] },
} satisfies { readonly [name: string]: Settings };

export type Where = keyof typeof LOCATIONS;

export const pathTo = (where: Where = 'content'): string => `/spec-form/${where}`;

const sized = (where: string, settings: Settings) =>
  sharedLocation(where, { client_max_body_size: '32m', client_body_buffer_size: '16k', ...settings });

export const SETUP: Setup = [
  http(
    OUTCOMES,
    inServer(
      ...Object.entries(LOCATIONS).map(([name, settings]) => sized(`= /spec-form/${name}`, settings)),
      sized('@spec_form', inner),
    ),
  ),
];
