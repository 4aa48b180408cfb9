/** The input of a session's handlers: a setup has it in a variable of the server, a reproducer in the module of the handlers. */
import type { Plain } from '../../spec/types/requirement.js';
import type { HostSetup, PlacedDirective } from '../executor/merging.js';

const NAME = 'spec_input';

const isInput = ({ name, args: [of] }: PlacedDirective): boolean => name === 'set' && of === `$${NAME}`;

/** The setup without the input, and the input, if one server alone has one. */
export function withoutSessionInput(setup: HostSetup): { readonly setup: HostSetup; readonly input?: Plain } {
  const texts: string[] = [];
  const without = ({ block, ...directive }: PlacedDirective): PlacedDirective => {
    if (block === undefined) return directive;
    const parts = block.filter(isInput).map(({ args: [, part] }) => `${part}`.replace(`\${${NAME}}`, ''));
    if (parts.length > 0) texts.push(parts.join(''));
    return { ...directive, block: block.filter((one) => !isInput(one)).map(without) };
  };
  const stream = setup.stream.map(without);
  const [text] = texts;
  if (text === undefined || texts.length > 1) return { setup };
  return { setup: { ...setup, stream }, input: JSON.parse(decodeURIComponent(text)) };
}
