import { isComposing } from '../keys/composing.ts';

const PAUSE_MS = 120;
const GAP = 4;
const LEAST_WIDTH = 240;
const LEAST_HEIGHT = 180;

const boxes = new WeakMap<HTMLElement, ReturnType<typeof createBox>>();

export function enhanceCombobox(root: HTMLElement, event: Event): void {
  const box = boxes.get(root) ?? createBox(root);
  boxes.set(root, box);
  // Set each time: the refused form that comes back is merged into this one without it.
  root.dataset.alive = 'true';
  if (event.type === 'click') box.click(event.target as Element);
  else if (event instanceof KeyboardEvent && event.timeStamp < box.bornAt) box.press(event);
}

function createBox(root: HTMLElement) {
  const field = root.querySelector('input') as HTMLInputElement;
  const card = root.querySelector('[popover]') as HTMLElement;
  const value = root.querySelector('[data-combobox-value]') as HTMLInputElement;
  const create = root.querySelector('[data-combobox-create]') as HTMLInputElement;
  let active = -1;
  let wantsFirst = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => field.getAttribute('aria-expanded') === 'true';
  const list = () => card.querySelector<HTMLElement>('[role="listbox"]');
  const options = () => [...card.querySelectorAll<HTMLElement>('[role="option"]')];
  const isCurrent = () => list()?.dataset.text === field.value.trim();

  const highlight = (index: number) => {
    active = index;
    options().forEach((option, at) => {
      option.setAttribute('aria-selected', String(at === index));
    });
    const option = options()[index];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const close = () => {
    clearTimeout(pause);
    wantsFirst = false;
    if (!isOpen()) return;
    field.setAttribute('aria-expanded', 'false');
    highlight(-1);
    card.hidePopover();
    removeEventListener('scroll', follow, true);
    removeEventListener('resize', follow);
    window.visualViewport?.removeEventListener('resize', follow);
  };
  const follow = (event: Event) => {
    if (!root.isConnected) close();
    else if (!(event.target instanceof Node && card.contains(event.target))) position(card, field);
  };
  const ask = () => {
    clearTimeout(pause);
    field.dispatchEvent(new Event('combobox:ask'));
  };
  const open = () => {
    if (!isOpen()) {
      field.setAttribute('aria-expanded', 'true');
      card.showPopover();
      addEventListener('scroll', follow, true);
      addEventListener('resize', follow);
      window.visualViewport?.addEventListener('resize', follow);
    }
    position(card, field);
    ask();
  };
  const choose = (option: HTMLElement) => {
    field.value = option.dataset.text ?? '';
    value.value = option.dataset.value ?? '';
    create.value = 'create' in option.dataset ? 'true' : '';
    close();
    if (root.dataset.combobox === 'submits') field.form?.requestSubmit();
    else (create.value ? create : value).dispatchEvent(new Event('change', { bubbles: true }));
  };
  /** A single Enter never creates anything: a row that creates is highlighted first. */
  const enter = () => {
    const option = options()[active];
    if (!isCurrent()) {
      wantsFirst = true;
      ask();
    } else if (option) choose(option);
    else if (options().length > 0) highlight(0);
  };
  const arrived = () => {
    const found = list();
    if (!found) return;
    found.id = `${field.id}-list`;
    found.setAttribute('aria-label', field.getAttribute('aria-label') ?? '');
    options().forEach((option, at) => {
      option.id = `${found.id}-${at}`;
    });
    if (!isOpen() || !isCurrent()) return;
    const [first] = options();
    highlight(field.value.trim() !== '' && first && !('create' in first.dataset) ? 0 : -1);
    position(card, field);
    if (!wantsFirst) return;
    wantsFirst = false;
    enter();
  };

  const move = (key: string): boolean => {
    const last = options().length - 1;
    const to = {
      ArrowDown: active < last ? active + 1 : 0,
      ArrowUp: active > 0 ? active - 1 : last,
    }[key];
    if (to === undefined) return false;
    if (isOpen()) highlight(Math.min(to, last));
    else open();
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Escape' && isOpen()) {
      event.stopPropagation();
      close();
    } else if (key === 'Enter') {
      const isDone = root.dataset.combobox !== 'submits' && (value.value !== '' || field.value === '');
      if (!isOpen() && isDone) return;
      if (!event.repeat) {
        if (!isOpen()) open();
        enter();
      }
    } else if (!move(key)) return;
    event.preventDefault();
  };
  const typed = () => {
    value.value = '';
    create.value = '';
    highlight(-1);
    wantsFirst = false;
    if (!isOpen()) return open();
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE_MS);
  };

  field.addEventListener('keydown', press);
  field.addEventListener('input', typed);
  root.addEventListener('focusout', close);
  // A press on the list must not take the focus from the field.
  card.addEventListener('pointerdown', (event) => event.preventDefault());
  card.addEventListener('pointermove', (event) => {
    const at = options().indexOf((event.target as Element).closest('[role="option"]') as HTMLElement);
    if (at >= 0 && at !== active) highlight(at);
  });
  new MutationObserver(arrived).observe(card, { childList: true });
  // Text may have been typed before this script was loaded.
  if (field.value !== '' && value.value === '' && field === document.activeElement) open();

  return {
    bornAt: performance.now(),
    press,
    click(target: Element) {
      const option = target.closest<HTMLElement>('[role="option"]');
      if (option && isOpen()) choose(option);
      else if (card.contains(target)) return;
      else if (isOpen() && target !== field) close();
      else {
        field.focus();
        if (!isOpen()) open();
      }
    },
  };
}

/** Below the field, or above it where there is more room, without the area under a phone's keyboard. */
function position(card: HTMLElement, field: HTMLElement): void {
  const at = (field.parentElement ?? field).getBoundingClientRect();
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {};
  const below = offsetTop + height - at.bottom - 2 * GAP;
  const above = at.top - offsetTop - 2 * GAP;
  const isBelow = below >= Math.min(card.scrollHeight, LEAST_HEIGHT) || below >= above;
  const width = Math.min(Math.max(at.width, LEAST_WIDTH), innerWidth - 2 * GAP);
  Object.assign(card.style, {
    width: `${width}px`,
    left: `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`,
    maxHeight: `${Math.max(0, isBelow ? below : above)}px`,
    top: isBelow ? `${at.bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`,
  });
}
