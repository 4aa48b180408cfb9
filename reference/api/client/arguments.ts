import { BadArgument } from './errors.js';

/** 1/endpoints/post, 1/resources-and-their-fields/server */
export type NewServer = { readonly name: string };

/** 1/endpoints/post-2, 1/resources-and-their-fields/app */
export type NewApp = {
  readonly name: string;
  readonly sysuserid: string;
  readonly runtime: string;
  readonly domains: readonly string[];
};

/** Copies only the documented fields. Throws `BadArgument`, which names a field of another type and shows no value. */
export function readNewServer(server: NewServer): NewServer {
  requireObject('server', server);
  return { name: text('name', server.name) };
}

/** Like `readNewServer`. */
export function readNewApp(app: NewApp): NewApp {
  requireObject('app', app);
  const { name, sysuserid, runtime, domains } = app;
  if (!Array.isArray(domains)) throw new BadArgument('domains must be a list of strings');
  return {
    name: text('name', name),
    sysuserid: text('sysuserid', sysuserid),
    runtime: text('runtime', runtime),
    domains: Array.from(domains, (domain, index) => text(`domains[${index}]`, domain)),
  };
}

/** The resource of an action. A dot segment would change the path. 1/endpoints/get-3 */
export function actionResource(actionid: string): string {
  if (text('actionid', actionid) === '') throw new BadArgument('actionid must not be empty');
  if (actionid === '.' || actionid === '..') throw new BadArgument('actionid must not be a dot segment');
  if (/\p{Cs}/u.test(actionid)) throw new BadArgument('actionid must be well-formed Unicode');
  return `/actions/${encodeURIComponent(actionid)}`;
}

function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new BadArgument(`${name} must be an object`);
}

function text(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new BadArgument(`${name} must be a string`);
  return value;
}
