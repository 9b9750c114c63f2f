import { isComposing } from '../keys/composing.ts';

const root = document.documentElement;
const isPhone = () => matchMedia('(width < 48rem)').matches;

function isOpen(): boolean {
  if (isPhone()) return root.dataset.drawer === 'open';
  if (root.dataset.menu) return root.dataset.menu === 'open';
  return matchMedia('(width > 1200px)').matches && !document.querySelector('.shell-wide');
}

function setOpen(open: boolean): void {
  const state = open ? 'open' : 'closed';
  if (isPhone()) {
    root.dataset.drawer = state;
    const first = open ? '#menu a' : '[data-menu-toggle]';
    document.querySelector<HTMLElement>(first)?.focus();
  } else {
    root.dataset.menu = state;
    localStorage.setItem('menu', state);
  }
  announce();
}

function announce(): void {
  document.querySelector('[data-menu-toggle]')?.setAttribute('aria-expanded', String(isOpen()));
}

export function startSideMenu(): void {
  announce();
  addEventListener('resize', announce);
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-menu-toggle]')) setOpen(!isOpen());
    else if (target.closest('[data-menu-close]')) setOpen(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || isComposing(event) || !isPhone() || !isOpen()) return;
    event.preventDefault();
    setOpen(false);
  });
}
