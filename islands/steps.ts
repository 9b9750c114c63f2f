/** A step to an entry that the browser has dropped never arrives. */
const LOST_MS = 1000;

/** What our entries carry: htmx restores marked ones only; how many layers lie over the page; which page lies below. */
type Entry = { htmx?: true; layer?: number; from?: string } | null;

let moving: Promise<void> | undefined;

/** While a step back is on its way no address may be written: it would land in another entry. */
export const arrival = (): Promise<void> | undefined => moving;

export const entry = (): NonNullable<Entry> => (history.state as Entry) ?? {};

/** Resolves when the browser has gone back over that many entries. */
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

/** Writes a page's address: a new one behind the former (a layer's entry gives way to it), else in its place. */
export async function enter(href: string, isNew: boolean): Promise<void> {
  await moving;
  const from = location.pathname + location.search;
  if (href === from) return;
  history.replaceState({ ...entry(), htmx: true }, '');
  if (!isNew) history.replaceState(entry(), '', href);
  else history[entry().layer ? 'replaceState' : 'pushState']({ htmx: true, from }, '', href);
}

/** Leaves a page for the one it was opened from: by going back where that lies right below, else in its place. */
export async function retreat(href: string): Promise<void> {
  await moving;
  const { from, layer = 0 } = entry();
  if (from === href) await stepBack(1 + layer);
  else history.replaceState({ htmx: true }, '', href);
}
