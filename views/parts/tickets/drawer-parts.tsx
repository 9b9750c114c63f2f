import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { formatMoment } from '../messages/dates.ts';
import { type ListedNote, Notes } from './notes.tsx';
import { eventText } from './ticket-event.ts';

type DrawerPartsProps = {
  uuid: string;
  notes: ListedNote[];
  events: TicketEventView[];
  /** Whether the company has an internal chat. */
  canShare: boolean;
};

export function DrawerParts({ uuid, notes, events, canShare }: DrawerPartsProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-6">
      {canShare ? (
        <Button icon="messages" {...opensDialog(chatPaths.shareTicket(uuid))}>
          {t('internalChat:share.button')}
        </Button>
      ) : null}
      <Notes uuid={uuid} notes={notes} />
      <section aria-labelledby="story-title">
        <h3 id="story-title" className="mb-2 flex items-center gap-2 font-semibold text-sm">
          <Icon name="history" size={16} /> {t('ticketDialogs:history.title')}
        </h3>
        <div
          hx-get={paths.ticketPart(uuid, 'story')}
          hx-trigger="refresh:ticketEvent from:document throttle:3s"
          hx-swap="innerHTML"
        >
          <History events={events} />
        </div>
      </section>
    </div>
  );
}

export function History({ events }: { events: TicketEventView[] }) {
  const i18n = useI18n();
  if (events.length === 0)
    return <p className="text-muted text-sm">{i18n.t('ticketDialogs:history.empty')}</p>;
  return (
    <ol className="flex flex-col gap-2 border-base-300 border-l pl-3">
      {events.toReversed().map((event) => (
        <li key={event.id} className="text-sm">
          <p>{eventText(event, i18n)}</p>
          <time dateTime={event.createdAt} className="text-muted text-xs">
            {formatMoment(event.createdAt, i18n)}
          </time>
        </li>
      ))}
    </ol>
  );
}
