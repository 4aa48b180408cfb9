/** The commands that pages show, as their readers would type them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';

/** A command of a page, without its comment. */
export interface PageCommand {
  /** As the page has it, without the prompt. */
  readonly text: string;
  /** The words behind it, as a shell divides them; `>` is a word. */
  readonly words: readonly string[];
  /** What the page says of it behind `#`. */
  readonly comment: string;
  /** Lines below it in its block up to the next command: what it prints. */
  readonly shown: readonly string[];
}

/** A program that pages start. `S` is the command line in CONTRIBUTING. */
const PROGRAM = /^(?:\$ )?(?:[A-Z_]+=\S* )*(?:(?:S|srvspec|npx|npm|node) \S|export [A-Z_]+=|\.ci\/\w+$)/;
/** What begins with the name of a program and is none. */
const OUTPUT = /^srvspec \d/;

const isCommand = (line: string): boolean => PROGRAM.test(line) && !OUTPUT.test(line);

export const pageText = (page: string): string => readFileSync(join(PACKAGE_ROOT, page), 'utf8');

/** The commands of blocks and of code within sentences, in the order of the page. */
export function commandsOf(page: string): readonly PageCommand[] {
  return codeIn(fromMarkdown(pageText(page))).flatMap((code) => {
    const lines = code.split('\n');
    return lines.flatMap((line, at) => {
      if (!isCommand(line)) return [];
      const rest = lines.slice(at + 1);
      const next = rest.findIndex(isCommand);
      return [commandIn(line, next < 0 ? rest : rest.slice(0, next))];
    });
  });
}

interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
}

function codeIn({ type, value = '', children = [] }: MarkdownNode): readonly string[] {
  if (type === 'code') return [value];
  // Where the page breaks its line is no part of it.
  return type === 'inlineCode' ? [value.replaceAll(/\s+/g, ' ')] : children.flatMap(codeIn);
}

function commandIn(line: string, shown: readonly string[]): PageCommand {
  const [, text = '', comment = ''] = /^(?:\$ )?(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
  return { text, words: wordsOf(text), comment, shown };
}

/** Words are divided at blanks outside of quotes. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));

/** Whether a reader must put something in place of a word before the command can run. */
export const hasPlaceholder = ({ text }: PageCommand): boolean => /…|\[|(?<![\w$])[A-Z]{2,}(?![\w=])/.test(text);
