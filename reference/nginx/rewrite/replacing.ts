import type { HttpRequest } from '../../host/http/request.js';
import { type ByteString, percentEncoded } from '../../host/support/byte-string.js';
import type { Template } from '../../host/support/settings/template.js';
import type { Rewriting } from './steps.js';

/** The target of a rewrite. */
interface RewriteTarget {
  readonly path: ByteString;
  readonly args: ByteString;
  /** Both together, as sent to a client. */
  readonly location: ByteString;
}

/** The URI of a `rewrite`. Captures are escaped in arguments and in redirects, if the client has escaped something. */
export function replaced(request: HttpRequest, { path, args, keepsArgs, redirect }: Rewriting): RewriteTarget {
  const isEscaped = /[%+]/.test(request.arrival.target.unparsed);
  const evaluated = (template: Template, escapes: boolean) =>
    template
      .map((part) => {
        if (part.kind === 'literal') return part.bytes;
        const value = request.variables.get(part.name) ?? '';
        return escapes && isEscaped && /^\d$/.test(part.name) ? escapedArgument(value) : value;
      })
      .join('');
  const newPath = evaluated(path, redirect !== undefined);
  const ownArgs = args === undefined ? undefined : evaluated(args, true);
  const kept = keepsArgs && request.route.args !== '' ? request.route.args : undefined;
  const all = [ownArgs, kept].filter((each) => each !== undefined).join('&');
  const unescaped = printable(ownArgs === undefined ? newPath : `${newPath}?${ownArgs}`);
  const location = kept === undefined ? unescaped : `${unescaped}${ownArgs === undefined ? '?' : '&'}${kept}`;
  return { path: newPath, args: all, location };
}

/** Escapes characters that an argument may not contain. */
function escapedArgument(value: ByteString): ByteString {
  return value.replace(/[\0-\x20"#%&+;<>?\\^`{|}\x7f-\xff]/g, percentEncoded);
}

/** In a redirect, characters that are allowed before the question mark are not escaped. */
function printable(location: ByteString): ByteString {
  const [before = ''] = location.split('?', 1);
  const read = before.replace(/%([0-9a-fA-F]{2})/g, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code > 0x25 && code < 0x7f ? String.fromCharCode(code) : whole;
  });
  return read + location.slice(before.length);
}
