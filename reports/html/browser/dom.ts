/** Finds elements, and handles the buttons and keys that every page has. */

export function one<Of extends Element>(selector: string, type: new () => Of, within: ParentNode = document): Of {
  const element = within.querySelector(selector);
  if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
  return element;
}

export function all<Of extends Element>(selector: string, type: new () => Of): readonly Of[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => (element instanceof type ? [element] : []));
}

/** How long a button shows its result. */
const SHOWN_MS = 2000;
const DONE = ['Copied', 'Selected'];

/** Copies the text before the button; the button shows that it did. */
export async function copyToClipboard(button: HTMLButtonElement): Promise<void> {
  const source = button.previousElementSibling;
  const label = button.textContent ?? '';
  if (source === null) return;
  const copied = await navigator.clipboard.writeText(source.textContent ?? '').then(
    () => true,
    // Without permission or on an insecure page the text can still be selected.
    () => false,
  );
  if (!copied) getSelection()?.selectAllChildren(source);
  if (DONE.includes(label)) return;
  button.textContent = copied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_MS);
}

/** `/` focuses the search, Escape clears it. */
export function searchKeys(field: HTMLInputElement, empty: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && event.target === field && field.value !== '') empty();
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** Paper has no controls. It shows how much is printed, and by which filter. */
export function showOnPaper(count: string, chosenBy: readonly string[]): void {
  const choices = chosenBy.filter((one) => one.trim() !== '');
  one('.on-paper', HTMLElement).textContent = choices.length === 0 ? '' : `${count}: ${choices.join(', ')}`;
}

/** The description of a search text. */
export const quotedSearch = (text: string): string => (text.trim() === '' ? '' : `“${text.trim()}”`);
