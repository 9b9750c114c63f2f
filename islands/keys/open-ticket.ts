import { paths } from '@/paths.ts';

/** In its place where a desk listens; else the page of the ticket is loaded. */
export function openTicketByUuid(uuid: string): void {
  if (!isTakenByDesk(uuid)) location.assign(paths.ticket(uuid));
}

/** A desk that is not hydrated yet hears no click. */
function isTakenByDesk(uuid: string): boolean {
  const link = document.createElement('a');
  link.dataset.open = uuid;
  document.body.append(link);
  const isHeard = !link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  link.remove();
  return isHeard;
}
