import { useT } from '@views/i18n.tsx';
import { isReachable } from '../../live/live.ts';
import { downConnection, knownConnections, NO_CONNECTIONS } from '../../workspace/connections.ts';
import { useStore } from '../../workspace/store.ts';
import { useExtras } from '../../workspace/use-extras.ts';
import type { TicketNow } from '../../workspace/use-ticket-now.ts';
import { useColleague } from './colleague.ts';
import { Warning } from './warning.tsx';

export function Notices({ ticket, meId }: { ticket: TicketNow; meId: number }) {
  const t = useT();
  const online = useStore(isReachable, true);
  const down = downConnection(useStore(knownConnections, NO_CONNECTIONS), ticket.whatsappId);
  const colleague = useColleague(ticket, meId);
  const isDown = online && down && ticket.status !== 'closed';
  const extras = useExtras(Boolean(isDown || colleague));
  return (
    <>
      {online ? null : <Warning mark="offline">{t('messages:offline')}</Warning>}
      {extras && isDown ? <extras.ConnectionDown name={down.name} /> : null}
      {extras && colleague ? (
        <extras.ColleagueStrip name={colleague.name} ticket={ticket} meId={meId} />
      ) : null}
    </>
  );
}
