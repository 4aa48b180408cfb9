/** Keeps what a page shows in its address. */

let isTyping = false;

/**
 * Sets the text behind the `#`. Each step can be gone back; text that is typed without a pause is one step.
 * @param typed whether this state was typed
 */
export function setAddress(hash: string, typed: boolean): void {
  if (location.hash === `#${hash}`) return;
  if (typed && isTyping) history.replaceState(null, '', `#${hash}`);
  else history.pushState(null, '', `#${hash}`);
  isTyping = typed;
}

/** Calls back with the text behind the `#` when a link, the user or going back changes it. */
export function onAddress(route: (hash: string) => void): void {
  window.addEventListener('hashchange', () => {
    isTyping = false;
    route(location.hash.slice(1));
  });
}

export function decodeAddress(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
