/** A step to an entry that the browser has dropped never arrives. */
const LOST_MS = 1000;

/** `htmx` lets htmx restore the entry; `layer` counts the layers over the page; `from` is the page below. */
type Entry = { htmx?: true; layer?: number; from?: string } | null;

let moving: Promise<void> | undefined;

/** Set while a step back is under way: an address written then would land in another entry. */
export const arrival = (): Promise<void> | undefined => moving;

export const entry = (): NonNullable<Entry> => (history.state as Entry) ?? {};

export function stepBack(entries: number): Promise<void> {
  moving = new Promise((resolve) => {
    const arrived = () => {
      clearTimeout(lost);
      removeEventListener('popstate', arrived);
      moving = undefined;
      resolve();
    };
    const lost = setTimeout(arrived, LOST_MS);
    addEventListener('popstate', arrived);
  });
  history.go(-entries);
  return moving;
}

export async function enter(href: string, isNew: boolean): Promise<void> {
  await moving;
  const from = location.pathname + location.search;
  if (href === from) return;
  history.replaceState({ ...entry(), htmx: true }, '');
  if (!isNew) history.replaceState(entry(), '', href);
  else history[entry().layer ? 'replaceState' : 'pushState']({ htmx: true, from }, '', href);
}

export async function retreat(href: string): Promise<void> {
  await moving;
  const { from, layer = 0 } = entry();
  if (from === href) await stepBack(1 + layer);
  else history.replaceState({ htmx: true }, '', href);
}
