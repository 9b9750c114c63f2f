export function toggleDrawer(): void {
  const workspace = document.getElementById('workspace');
  if (!workspace) return;
  const isOpen = workspace.dataset.drawer === 'open';
  workspace.dataset.drawer = isOpen ? 'closed' : 'open';
  document.querySelector('[data-drawer-toggle]')?.setAttribute('aria-expanded', String(!isOpen));
}

export function startDrawer(): () => void {
  const key = (event: KeyboardEvent) => {
    const isOpen = document.getElementById('workspace')?.dataset.drawer === 'open';
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) toggleDrawer();
  };
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}
