import { ticketPath } from '@/ticket-path.ts';

/** Opens the ticket in the workspace, or loads its page where no workspace is shown. */
export function openTicketByUuid(uuid: string): void {
  if (!isHandledByWorkspace(uuid)) location.assign(ticketPath(uuid));
}

/** A workspace that is not hydrated yet handles no click. */
function isHandledByWorkspace(uuid: string): boolean {
  const link = document.createElement('a');
  link.dataset.open = uuid;
  document.body.append(link);
  const isHandled = !link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  link.remove();
  return isHandled;
}
