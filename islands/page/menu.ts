import { htmx } from '../http/htmx.ts';

const GAP = 4;

/** Lets htmx see the items of a row's menu; also of menus in a sheet, which lists them. */
function setUp(menu: Element): void {
  for (const part of [menu, ...menu.querySelectorAll('[hx-ignore]')]) part.removeAttribute('hx-ignore');
  htmx().process(menu);
}

function position(menu: HTMLElement, button: Element): void {
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + GAP + height <= innerHeight || at.top < height;
  const top = below ? Math.min(at.bottom + GAP, innerHeight - height - GAP) : at.top - GAP - height;
  const left = at.left + width + GAP <= innerWidth && at.left < innerWidth / 2 ? at.left : at.right - width;
  menu.style.top = `${Math.max(GAP, top)}px`;
  menu.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
}

function moveFocus(menu: Element, key: string): boolean {
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}

export function startMenus(): void {
  const openedEarly = document.querySelectorAll(':popover-open');
  for (const menu of openedEarly) setUp(menu);
  document.addEventListener(
    'toggle',
    (event) => {
      const menu = event.target as HTMLElement;
      if (!menu.matches('.menu-card')) return;
      const open = (event as ToggleEvent).newState === 'open';
      const button = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
      button?.setAttribute('aria-expanded', String(open));
      if (!open) return;
      setUp(menu);
      if (button) position(menu, button);
      itemsOf(menu)[0]?.focus();
    },
    true,
  );
  document.addEventListener('keydown', (event) => {
    const menu = (event.target as Element).closest?.('[role="menu"]');
    if (!menu) return;
    if (moveFocus(menu, event.key)) event.preventDefault();
  });
  // Closes before the choice acts: an address it writes gets no layer entry that Back must remove.
  document.addEventListener(
    'click',
    (event) => {
      const item = (event.target as Element).closest('[role^="menuitem"]:not([role="menuitemcheckbox"])');
      item?.closest<HTMLElement>('[role="menu"]')?.hidePopover();
      const action = (event.target as Element).closest('.row-sheet:popover-open :is(a, button)');
      action?.closest<HTMLElement>('.row-sheet')?.hidePopover();
    },
    true,
  );
}
