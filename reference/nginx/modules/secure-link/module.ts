import { createHash } from 'node:crypto';
import type { HttpRequest } from '../../../host/http/request.js';
import type { ByteString } from '../../../host/support/byte-string.js';
import { type Block, blocksWithin, withinHttp } from '../../../host/support/settings/block.js';
import { optionalSetting } from '../../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../../host/support/settings/error.js';
import type { Template } from '../../../host/support/settings/template.js';
import { template, word } from '../../../host/support/settings/values.js';
import { cached } from '../../../host/variables/variables.js';
import type { HttpModule } from '../module.js';

const link = optionalSetting<Template>('secure_link', withinHttp, template);
const signed = optionalSetting<Template>('secure_link_md5', withinHttp, template);
const secret = optionalSetting<string>('secure_link_secret', ['location'], word);

/** Signed links, which may expire: by a digest and a time in the arguments, or by a digest in the path. */
export const secureLinkModule: HttpModule = {
  name: 'secure_link',
  directives: [link, signed, secret],
  variables: { secure_link: cached(verdict), secure_link_expires: cached(expiryOf) },
  check: checkMixtures,
};

/** The expiry time in a request's link, known once the link was checked, until the request is redirected. */
class LinkExpiry {
  readonly text: ByteString;
  readonly redirects: number;

  constructor(text: ByteString, { route: { redirects } }: HttpRequest) {
    this.text = text;
    this.redirects = redirects;
  }
}

function expiryOf(request: HttpRequest): ByteString | undefined {
  const expiry = request.kept(LinkExpiry);
  return expiry?.redirects === request.route.redirects ? expiry.text : undefined;
}

function checkMixtures(http: Block, end: ConfigurationPosition): void {
  for (const block of blocksWithin(http)) {
    if (secret.of(block) === undefined || (link.of(block) === undefined && signed.of(block) === undefined)) continue;
    const complaint = '"secure_link_secret" cannot be mixed with "secure_link" and "secure_link_md5"';
    throw new ConfigurationError(complaint, end);
  }
}

/** `1` for a valid link, `0` for an expired one, no value for one that is not signed. */
function verdict(request: HttpRequest): ByteString | undefined {
  const { block, variables } = request;
  const [shared, configured, digested] = [secret.of(block), link.of(block), signed.of(block)];
  if (shared !== undefined) return pathBehind(request, shared);
  if (configured === undefined || digested === undefined) return undefined;
  const [digest = '', time] = variables.evaluate(configured).split(/,(.*)/s);
  const expires = time === undefined ? undefined : secondsOf(time);
  if (time !== undefined && !((expires ?? 0) > 0)) return undefined;
  if (time !== undefined) request.keep(new LinkExpiry(time, request));
  const bytes = bytesIn(digest);
  if (bytes === undefined) return undefined;
  const own = createHash('md5').update(variables.evaluate(digested), 'latin1').digest();
  if (!own.equals(bytes)) return undefined;
  return expires !== undefined && expires < Math.floor(Date.now() / 1000) ? '0' : '1';
}

/** The text after `/ANY/DIGEST/` if the digest matches that text and the secret. */
function pathBehind({ arrival }: HttpRequest, shared: string): ByteString | undefined {
  const [, digest = '', path = ''] = /^.[^/]*\/([^/]*)\/(.+)$/s.exec(arrival.target.unparsed) ?? [];
  const own = createHash('md5').update(path, 'latin1').update(shared).digest('hex');
  return digest.toLowerCase() === own ? path : undefined;
}

/** Decodes base64url. A text that cannot be a digest is not compared. */
function bytesIn(digest: ByteString): Buffer | undefined {
  return /^[\w-]{22}(==)?$/.test(digest) ? Buffer.from(digest, 'base64url') : undefined;
}

function secondsOf(text: ByteString): number | undefined {
  return /^\d{1,18}$/.test(text) ? Number(text) : undefined;
}
