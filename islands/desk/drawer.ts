export function toggleDrawer(): void {
  const desk = document.getElementById('desk');
  if (!desk) return;
  const isOpen = desk.dataset.drawer === 'open';
  desk.dataset.drawer = isOpen ? 'closed' : 'open';
  document.querySelector('[data-drawer-toggle]')?.setAttribute('aria-expanded', String(!isOpen));
}

export function startDrawer(): () => void {
  const key = (event: KeyboardEvent) => {
    const isOpen = document.getElementById('desk')?.dataset.drawer === 'open';
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) toggleDrawer();
  };
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}
