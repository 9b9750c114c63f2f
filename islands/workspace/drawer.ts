import { isComposing } from '../keys/composing.ts';

export function closeDrawer(): void {
  if (document.getElementById('workspace')?.dataset.drawer === 'open') toggleDrawer();
}

export function toggleDrawer(): void {
  const workspace = document.getElementById('workspace');
  if (!workspace) return;
  const isOpen = workspace.dataset.drawer === 'open';
  workspace.dataset.drawer = isOpen ? 'closed' : 'open';
  document.querySelector('[data-drawer-toggle]')?.setAttribute('aria-expanded', String(!isOpen));
}

export function startDrawer(): () => void {
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) closeDrawer();
  };
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}
