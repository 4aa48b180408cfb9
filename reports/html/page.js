// Filters, opens and copies. Everything that it shows stands in the page already; the state is the address:
// `#verdict=violates,deviates&in=2/some-section&text=words`, or `#` and the id of a requirement or a case. What cases are told
// apart by stands in `data-key` of the form: `verdict` in a report, `change` in a comparison, `state` of rows.
export {};

/**
 * What is shown: cases of these verdicts (of every verdict when there is none), of requirements with a row in this place,
 * in which each word of the text occurs.
 * @typedef {{ verdicts: Set<string>, place: string, text: string }} Filter
 */

/** @typedef {{ element: HTMLDetailsElement, verdict: string, rows: string[] | undefined, text: string }} Case */
/** @typedef {{ element: HTMLDetailsElement, rows: string[], text: string, cases: Case[] }} Requirement */

/** A filter that leaves at most so many requirements opens them. */
const FEW = 12;

const bar = one('.filter', HTMLFormElement);
const { key = 'verdict', first = '', nouns = 'requirements,cases' } = bar.dataset;
const [noun = '', caseNoun = ''] = nouns.split(',');
const search = one('[name=text]', HTMLInputElement);
const places = one('[name=place]', HTMLSelectElement);
const shown = one('output', HTMLOutputElement);
const nothing = one('.nothing', HTMLElement);
const buttons = all('[data-filter]', HTMLButtonElement);
const sections = [...all('.object', HTMLElement), ...all('.document', HTMLElement)];
const requirements = all('.requirement', HTMLDetailsElement).map(requirementOf);
const caseCount = requirements.reduce((sum, { cases }) => sum + cases.length, 0);

/** Requirements that a filter has opened, to be closed again with it. @type {Set<HTMLDetailsElement>} */
const opened = new Set();

/** @type {Filter} */
let filter = { verdicts: new Set(), place: '', text: '' };

bar.hidden = false;
bar.addEventListener('submit', (event) => event.preventDefault());
bar.addEventListener('input', () => change({ ...filter, text: search.value, place: places.value }));
document.addEventListener('click', clicked);
document.addEventListener('keydown', keyPressed);
window.addEventListener('hashchange', route);
const firstOf = first
  .split(',')
  .filter((name) => requirements.some(({ cases }) => cases.some((of) => of.verdict === name)));
if (location.hash === '' && firstOf.length > 0) {
  apply({ verdicts: new Set(firstOf), place: '', text: '' });
} else {
  apply(filter);
  route();
}

/** Does what the address asks for; an address of something else leaves the page as it is. */
function route() {
  const hash = location.hash.slice(1);
  if (![key, 'in', 'text'].some((name) => hash.startsWith(`${name}=`))) return reveal(decoded(hash));
  apply(readFilter(hash));
  one('#requirements', HTMLElement).scrollIntoView();
}

/** @param {string} hash @returns {Filter} */
function readFilter(hash) {
  const fields = new URLSearchParams(hash);
  const verdicts = (fields.get(key) ?? '').split(',').filter((verdict) => verdict !== '');
  return { verdicts: new Set(verdicts), place: fields.get('in') ?? '', text: fields.get('text') ?? '' };
}

/** @param {Filter} state */
function writeFilter({ verdicts, place, text }) {
  const fields = [`${key}=${[...verdicts].join(',')}`];
  if (place !== '') fields.push(`in=${encodeURIComponent(place).replaceAll('%2F', '/')}`);
  if (text !== '') fields.push(`text=${encodeURIComponent(text)}`);
  return fields.join('&');
}

/** @param {Filter} next */
function change(next) {
  history.replaceState(null, '', `#${writeFilter(next)}`);
  apply(next);
}

/** @param {Filter} next */
function apply(next) {
  filter = next;
  const words = next.text.toLowerCase().split(/\s+/);
  let cases = 0;
  for (const requirement of requirements) cases += applyTo(requirement, words);
  for (const section of sections) section.hidden = section.querySelector('.requirement:not([hidden])') === null;
  const left = requirements.filter(({ element }) => !element.hidden).map(({ element }) => element);
  const active = next.verdicts.size > 0 || next.place !== '' || next.text.trim() !== '';
  openFew(active && left.length <= FEW ? left : []);
  nothing.hidden = left.length > 0;
  shown.value = `${left.length} of ${requirements.length} ${noun}, ${cases} of ${caseCount} ${caseNoun}`.replace(
    /\d{4,}/g,
    numeral,
  );
  showControls(active);
}

/** Shows or hides a requirement and its cases; returns how many cases are shown. @param {Requirement} requirement @param {string[]} words */
function applyTo({ element, rows, text, cases }, words) {
  const { verdicts, place } = filter;
  /** @param {string[]} some */
  const isHere = (some) => place === '' || some.some((row) => row === place || row.startsWith(`${place}/`));
  const missing = words.filter((word) => !text.includes(word));
  let count = 0;
  for (const one of cases) {
    const judged = verdicts.size === 0 || verdicts.has(one.verdict);
    const visible = isHere(one.rows ?? rows) && judged && missing.every((word) => one.text.includes(word));
    one.element.hidden = !visible;
    if (visible) count += 1;
  }
  element.hidden = count === 0;
  return count;
}

/** @param {HTMLDetailsElement[]} few */
function openFew(few) {
  for (const element of opened) if (!few.includes(element)) element.open = false;
  for (const element of [...opened]) if (!element.open) opened.delete(element);
  for (const element of few) {
    if (!element.open) opened.add(element);
    element.open = true;
  }
}

/** @param {boolean} active */
function showControls(active) {
  for (const button of buttons) button.ariaPressed = String(filter.verdicts.has(button.dataset.filter ?? ''));
  if (search.value !== filter.text) search.value = filter.text;
  if (![...places.options].some(({ value }) => value === filter.place)) places.add(new Option(filter.place));
  places.value = filter.place;
  one('[data-action=clear]', HTMLElement).hidden = !active;
}

/** Opens the requirement or case of this id and goes there. @param {string} id */
function reveal(id) {
  const elements = requirements.flatMap((requirement) => [requirement, ...requirement.cases]);
  const found = elements.find(({ element }) => element.id === id)?.element;
  if (found === undefined) return;
  const around = found.parentElement?.closest('details');
  if (found.hidden || around?.hidden) apply({ verdicts: new Set(), place: '', text: '' });
  if (around) around.open = true;
  found.open = true;
  document.querySelector('.revealed')?.classList.remove('revealed');
  found.classList.add('revealed');
  found.scrollIntoView();
}

/** @param {MouseEvent} event */
function clicked({ target }) {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button === null) return;
  const { filter: verdict, action } = button.dataset;
  if (verdict !== undefined) toggle(verdict);
  else if (action === 'copy') copy(button);
  else if (action === 'clear') change({ verdicts: new Set(), place: '', text: '' });
  else if (action === 'open' || action === 'close') openShown(action === 'open');
}

/** @param {string} verdict */
function toggle(verdict) {
  const verdicts = new Set(filter.verdicts);
  if (!verdicts.delete(verdict)) verdicts.add(verdict);
  change({ ...filter, verdicts });
}

/** @param {boolean} open */
function openShown(open) {
  for (const { element } of requirements) if (!open || !element.hidden) element.open = open;
}

/** Copies the text before the button. @param {HTMLButtonElement} button */
async function copy(button) {
  const source = button.previousElementSibling;
  if (source === null) return;
  const label = button.textContent === 'Copied' ? 'Copy' : button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
  } catch {
    // Without permission or on an insecure page, the selection can still be copied, or at least be seen.
    getSelection()?.selectAllChildren(source);
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}

/** `/` goes to the search, Escape empties it. @param {KeyboardEvent} event */
function keyPressed(event) {
  if (event.key === '/' && !event.ctrlKey && !event.metaKey && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    search.focus();
  } else if (event.key === 'Escape' && event.target === search) {
    change({ ...filter, text: '' });
  }
}

/** @param {HTMLDetailsElement} element @returns {Requirement} */
function requirementOf(element) {
  const cases = [...element.querySelectorAll('details')].map((one) => ({
    element: one,
    verdict: one.dataset[key] ?? '',
    rows: one.dataset.rows?.split(' '),
    text: lowerText(one),
  }));
  const heading = [...element.querySelectorAll(':scope > summary, :scope > .rows')].map(lowerText).join('\n');
  return { element, rows: (element.dataset.rows ?? '').split(' '), text: heading, cases };
}

/** @param {string} digits */
function numeral(digits) {
  return Number(digits).toLocaleString('en-US');
}

/** @param {Element} element */
function lowerText(element) {
  return `${element.id}\n${element.textContent ?? ''}`.toLowerCase();
}

/** @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** @template {Element} T @param {string} selector @param {new () => T} type @returns {T} */
function one(selector, type) {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
  return element;
}

/** @template {Element} T @param {string} selector @param {new () => T} type @returns {T[]} */
function all(selector, type) {
  return [...document.querySelectorAll(selector)].flatMap((element) => (element instanceof type ? [element] : []));
}
