import { useT } from '@views/i18n.tsx';
import { Icon, type IconName } from '@views/ui/icon.tsx';
import type { ReactNode } from 'react';
import { lineDown, lines, NO_LINES } from '../desk/lines.ts';
import { isOnline } from '../desk/sending.ts';
import { useStore } from '../desk/store.ts';
import { useExtras } from '../desk/use-extras.ts';
import type { TicketNow } from '../desk/use-ticket-now.ts';
import { useColleague } from './colleague.ts';

/** What whoever writes here has to know first: no network, a line that is down, a colleague's ticket. */
export function Notices({ ticket, meId }: { ticket: TicketNow; meId: number }) {
  const t = useT();
  const online = useStore(isOnline, true);
  const down = lineDown(useStore(lines, NO_LINES), ticket.whatsappId);
  const colleague = useColleague(ticket, meId);
  const extras = useExtras(colleague !== undefined);
  return (
    <>
      {online ? null : (
        <Warning icon="wifi-off" mark="offline">
          {t('messages:offline')}
        </Warning>
      )}
      {online && down && ticket.status !== 'closed' ? (
        <Warning icon="alert-triangle" mark="line-down">
          {t('messages:lineDown', { name: down.name })}
        </Warning>
      ) : null}
      {extras && colleague ? (
        <extras.ColleagueStrip name={colleague.name} ticket={ticket} meId={meId} />
      ) : null}
    </>
  );
}

function Warning({ icon, mark, children }: { icon: IconName; mark: string; children: ReactNode }) {
  return (
    <p
      role="status"
      data-notice={mark}
      className="flex items-center gap-2 bg-warning px-3 py-1 text-sm text-warning-content"
    >
      <Icon name={icon} size={16} />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}
