import type { Block } from '../../host/support/settings/block.js';
import type { Regex } from '../../host/support/settings/regex.js';
import { ListSetting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import type { VariableAssignment } from '../variables/assignment.js';

/** What the rewrite phase does, in the order written. */
export type RewriteStep =
  | ({ readonly kind: 'set' } & VariableAssignment)
  | { readonly kind: 'return'; readonly status: number; readonly text: Template | undefined }
  | { readonly kind: 'break' }
  | ({ readonly kind: 'rewrite' } & Rewriting)
  /** The steps are those of its block. */
  | { readonly kind: 'if'; readonly condition: IfCondition; readonly block: Block };

/** What `rewrite` says. */
export interface Rewriting {
  readonly regex: Regex;
  /** Up to the first question mark. */
  readonly path: Template;
  /** Behind the question mark. */
  readonly args: Template | undefined;
  /** Whether the arguments of the request follow. */
  readonly keepsArgs: boolean;
  /** Whether no step follows. */
  readonly ends: boolean;
  /** Whether the location stays what it is. */
  readonly stays: boolean;
  /** The status of a redirect. */
  readonly redirect: 301 | 302 | undefined;
}

/** What `if` asks. */
export type IfCondition =
  | { readonly kind: 'holds'; readonly variable: string }
  | { readonly kind: 'equals'; readonly variable: string; readonly value: Template; readonly negated: boolean }
  | { readonly kind: 'matches'; readonly variable: string; readonly regex: Regex; readonly negated: boolean }
  | { readonly kind: 'file'; readonly is: FileTest; readonly path: Template; readonly negated: boolean };

/** Whether a file is there: one of the plain ones, a folder, anything, an executable. */
export type FileTest = 'f' | 'd' | 'e' | 'x';

/** The steps of a block; those of outer blocks have been taken before. */
export const rewriteSteps = new ListSetting<RewriteStep>([], 'nothing');
