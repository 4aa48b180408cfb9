/** Reads workflow commands as GitHub's runner does. */
export interface ReadAnnotation {
  readonly level: string;
  readonly title: string;
  readonly message: string;
}

/** Every line must be a command; its parts are unescaped. */
export function annotationsIn(text: string): readonly ReadAnnotation[] {
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const [, level = '', properties = '', message = ''] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
      const [, title] = /^title=([^,]*)$/.exec(properties) ?? [];
      if (title === undefined) throw new Error(`no command: ${line}`);
      return { level, title: unescaped(title), message: unescaped(message) };
    });
}

const CHARACTERS: { readonly [code: string]: string } = { '25': '%', '0D': '\r', '0A': '\n', '3A': ':', '2C': ',' };

function unescaped(text: string): string {
  return text.replace(/%(..)?/g, (_, code = '') => {
    const character = CHARACTERS[code];
    if (character === undefined) throw new Error(`%${code} is no escape`);
    return character;
  });
}
