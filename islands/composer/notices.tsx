import { useT } from '@views/i18n.tsx';
import { lineDown, lines, NO_LINES } from '../desk/lines.ts';
import { isOnline } from '../desk/sending.ts';
import { useStore } from '../desk/store.ts';
import { useExtras } from '../desk/use-extras.ts';
import type { TicketNow } from '../desk/use-ticket-now.ts';
import { useColleague } from './colleague.ts';
import { Warning } from './warning.tsx';

export function Notices({ ticket, meId }: { ticket: TicketNow; meId: number }) {
  const t = useT();
  const online = useStore(isOnline, true);
  const down = lineDown(useStore(lines, NO_LINES), ticket.whatsappId);
  const colleague = useColleague(ticket, meId);
  const isDown = down && ticket.status !== 'closed';
  const extras = useExtras(Boolean(isDown || colleague));
  return (
    <>
      {online ? null : <Warning mark="offline">{t('messages:offline')}</Warning>}
      {extras && isDown ? <extras.LineDown name={down.name} /> : null}
      {extras && colleague ? (
        <extras.ColleagueStrip name={colleague.name} ticket={ticket} meId={meId} />
      ) : null}
    </>
  );
}
