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

/** The resource of an action. A dot segment would change the path. Throws `BadArgument`. 1/endpoints/get-3 */
export function actionResource(actionid: string): string {
  if (actionid === '') throw new BadArgument('actionid must not be empty');
  if (actionid === '.' || actionid === '..') throw new BadArgument('actionid must not be a dot segment');
  if (/\p{Cs}/u.test(actionid)) throw new BadArgument('actionid must be well-formed Unicode');
  return `/actions/${encodeURIComponent(actionid)}`;
}
