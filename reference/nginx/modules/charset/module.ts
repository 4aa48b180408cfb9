import { OutputStep } from '../../../host/http/filters.js';
import type { HttpRequest } from '../../../host/http/request.js';
import { scopeOf, withinHttpIf } from '../../../host/support/settings/block.js';
import { optionalSetting, type Statement } from '../../../host/support/settings/directive.js';
import type { Template } from '../../../host/support/settings/template.js';
import { hasType, mediaTypes } from '../../http/media-types.js';
import type { HttpModule } from '../module.js';

const charset = optionalSetting<Template>('charset', withinHttpIf, readCharset);
const types = mediaTypes('charset_types', [
  ...['text/xml', 'text/plain', 'text/vnd.wap.wml', 'application/javascript', 'application/rss+xml'],
]);

/** `charset`: adds the character set to text types. Nothing is converted. */
export const charsetModule: HttpModule = {
  name: 'charset',
  directives: [charset, types],
  filters: [(request, next) => new CharsetStep(request, next)],
};

function readCharset([text = '']: readonly string[], { block, place }: Statement): Template | undefined {
  return text === 'off' ? undefined : scopeOf(block).template(text, place);
}

class CharsetStep extends OutputStep {
  override header(length: number | undefined): void {
    const { request } = this;
    const name = charset.of(request.block);
    if (name !== undefined && isNamed(request)) {
      const value = request.variables.evaluate(name);
      const [type = ''] = request.response.headers.all('Content-Type');
      if (value !== '') request.response.headers.set('Content-Type', [`${type}; charset=${value}`]);
    }
    this.next.header(length);
  }
}

/** Whether a response needs a character set: it is a text without one, no redirect and no response of a subrequest. */
function isNamed(request: HttpRequest): boolean {
  const { parent } = request;
  const { headers: headersOut, status } = request.response;
  if (parent !== undefined || status === 301 || status === 302) return false;
  return !/;.*charset=/i.test(headersOut.all('Content-Type')[0] ?? '') && hasType(request, types.of(request.block));
}
