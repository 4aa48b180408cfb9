import type { Block } from '../../host/support/settings/block.js';
import type { Regex } from '../../host/support/settings/regex.js';
import { ListSetting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import type { VariableAssignment } from '../variables/assignment.js';

/** The steps of the rewrite phase, in the order written. */
export type RewriteStep =
  | ({ readonly kind: 'set' } & VariableAssignment)
  | { readonly kind: 'return'; readonly status: number; readonly text: Template | undefined }
  | { readonly kind: 'break' }
  | ({ readonly kind: 'rewrite' } & Rewriting)
  /** The steps are those of its block. */
  | { readonly kind: 'if'; readonly condition: IfCondition; readonly block: Block };

/** The parameters of `rewrite`. */
export interface Rewriting {
  readonly regex: Regex;
  /** Up to the first question mark. */
  readonly path: Template;
  /** After the question mark. */
  readonly args: Template | undefined;
  /** Whether the arguments of the request are appended. */
  readonly keepsArgs: boolean;
  /** Whether it is the last step. */
  readonly ends: boolean;
  /** Whether the location stays the same. */
  readonly stays: boolean;
  /** The status of a redirect. */
  readonly redirect: 301 | 302 | undefined;
}

/** The condition of an `if`. */
export type IfCondition =
  | { readonly kind: 'holds'; readonly variable: string }
  | { readonly kind: 'equals'; readonly variable: string; readonly value: Template; readonly negated: boolean }
  | { readonly kind: 'matches'; readonly variable: string; readonly regex: Regex; readonly negated: boolean }
  | { readonly kind: 'file'; readonly is: FileTest; readonly path: Template; readonly negated: boolean };

/** The kind of file to test for: a regular file, a folder, any, an executable. */
export type FileTest = 'f' | 'd' | 'e' | 'x';

/** The steps of a block; those of outer blocks have run before. */
export const rewriteSteps = new ListSetting<RewriteStep>([], 'nothing');
