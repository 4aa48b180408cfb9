/** What a page shows stands in its address. */

let isTyping = false;

/**
 * Puts this behind the `#`. Each step can be gone back; what is typed in one go is one step.
 * @param typed whether this state came of typing
 */
export function setAddress(hash: string, typed: boolean): void {
  if (location.hash === `#${hash}`) return;
  if (typed && isTyping) history.replaceState(null, '', `#${hash}`);
  else history.pushState(null, '', `#${hash}`);
  isTyping = typed;
}

/** Calls back with what stands behind the `#` when it changes by a link, by hand or by going back. */
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
