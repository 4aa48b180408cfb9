import { HttpRefusal } from './answer.js';
import { type Route, routes } from './routes.js';

/** The path below the host, without the query: also of the absolute form (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.split('?', 1)[0] ?? '';
}

/** Throws `Refusal`: 404 for a path of another shape, 405 for a shape without that method. 1/versioning/rule-1 */
export function findRoute(method: string, path: string): { readonly route: Route; readonly actionid: string } {
  const segments = path.split('/').map(decoded);
  const shaped = routes.filter(({ shape }) => fits(segmentsOf(shape), segments));
  if (shaped.length === 0) throw new HttpRefusal(404, 'there is nothing at this path');
  const route = shaped.find((candidate) => candidate.method === method);
  if (route !== undefined) return { route, actionid: parameter(route, segments) };
  const allowed = shaped.map((candidate) => candidate.method).join(', ');
  throw new HttpRefusal(405, `this path takes ${allowed}`, { headers: { Allow: allowed } });
}

/** The leading empty segment is what stands before the first slash. */
function segmentsOf(shape: string): readonly string[] {
  return `/v1${shape}`.split('/');
}

function fits(shape: readonly string[], segments: readonly (string | undefined)[]): boolean {
  return (
    shape.length === segments.length &&
    shape.every((word, index) => (isParameter(word) ? segments[index] : segments[index] === word))
  );
}

function parameter({ shape }: Route, segments: readonly (string | undefined)[]): string {
  return segments[segmentsOf(shape).findIndex(isParameter)] ?? '';
}

function isParameter(word: string): boolean {
  return word.startsWith('<');
}

/** `undefined` for what no percent-decoding gives (RFC 3986, section 2.1). */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
