import { paths } from '@/paths.ts';

/** In the desk's pane, as a click on its row would; elsewhere by going there. */
export function openTicketByUuid(uuid: string): void {
  if (!document.getElementById('desk-pane')) {
    location.assign(paths.ticket(uuid));
    return;
  }
  const link = document.createElement('a');
  link.dataset.open = uuid;
  document.body.append(link);
  link.click();
  link.remove();
}
