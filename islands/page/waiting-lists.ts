type Swap = { ctx?: { sourceElement?: Element } };

const LIVE = '[hx-trigger*="refresh:"]';
const waiting = new WeakSet<Element>();

/** A list beneath its own open menu is refreshed when the menu closes: the menu would close with its row, or change. */
export function startWaitingLists(): void {
  document.addEventListener('htmx:before:swap', (event) => {
    const list = (event as CustomEvent<Swap>).detail.ctx?.sourceElement;
    const menu = list?.matches(LIVE) && list.querySelector(':popover-open');
    if (!list || !menu) return;
    event.preventDefault();
    if (waiting.has(list)) return;
    waiting.add(list);
    const refresh = () => {
      waiting.delete(list);
      const [name] = list.getAttribute('hx-trigger')?.match(/refresh:[^\s,]+/) ?? [];
      if (name) document.dispatchEvent(new CustomEvent(name));
    };
    menu.addEventListener('toggle', refresh, { once: true });
  });
}
