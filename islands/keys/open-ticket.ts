import { paths } from '@/paths.ts';

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
