import { useI18n } from '@views/i18n.tsx';
import { dayLabel, formatTime } from '@views/parts/messages/dates.ts';
import { eventText } from '@views/parts/tickets/ticket-event.ts';
import { Icon } from '@views/ui/icon.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { Fragment, type RefObject } from 'react';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { Presence } from '../desk/typing.ts';
import { Album, Bubble, type BubbleActions } from './bubble.tsx';
import type { Day } from './conversation-state.ts';

type DayProps = {
  day: Day;
  now: number;
  unreadFrom: string | undefined;
  isGroup: boolean;
  canReply: boolean;
  actions: BubbleActions;
};

export function DayMessages({ day, now, unreadFrom, isGroup, canReply, actions }: DayProps) {
  const i18n = useI18n();
  const label = dayLabel(day.first, now, i18n);
  return (
    <section>
      <p data-day="" aria-hidden="true">
        <span className="chip-day">{label}</span>
      </p>
      <h3 className="flex justify-center py-2">
        <span className="chip-day">{label}</span>
      </h3>
      {day.items.map((item) =>
        item.album ? (
          <Fragment key={`album-${item.album[0]?.id}`}>
            {item.album.some(({ id }) => id === unreadFrom) ? <UnreadDivider /> : null}
            <Album messages={item.album} isStart={item.isStart} actions={actions} />
          </Fragment>
        ) : item.message ? (
          <Fragment key={item.message.clientId ?? item.message.id}>
            {item.message.id === unreadFrom ? <UnreadDivider /> : null}
            <Bubble
              message={item.message}
              isStart={item.isStart}
              showAuthor={isGroup && item.isStart && !item.message.fromMe}
              canReply={canReply}
              actions={actions}
            />
          </Fragment>
        ) : (
          <EventLine key={`event-${item.event.id}`} event={item.event} />
        ),
      )}
    </section>
  );
}

function EventLine({ event }: { event: TicketEventView }) {
  const i18n = useI18n();
  return (
    <p data-event={event.type} className="px-6 py-1.5 text-balance text-center text-muted text-xs">
      {eventText(event, i18n)} · <time dateTime={event.createdAt}>{formatTime(event.createdAt, i18n)}</time>
    </p>
  );
}

function UnreadDivider() {
  const { t } = useI18n();
  return (
    <p data-unread-divider="" className="my-2 bg-base-content/6 py-1 text-center font-medium text-xs">
      {t('messages:unreadDivider')}
    </p>
  );
}

type EarlierProps = { hasOlder: boolean; isEmpty: boolean; topRef: RefObject<HTMLParagraphElement | null> };

export function EarlierMessages({ hasOlder, isEmpty, topRef }: EarlierProps) {
  const { t } = useI18n();
  if (hasOlder) {
    // As a scroll anchor it would pull the view to the top of the page that arrives.
    return (
      <p ref={topRef} className="flex h-12 items-center justify-center [overflow-anchor:none]">
        <Spinner label={t('messages:loadingOlder')} />
      </p>
    );
  }
  return (
    <p className="py-4 text-center text-muted text-xs">
      {t(isEmpty ? 'messages:empty' : 'messages:beginning')}
    </p>
  );
}

export function JumpButton({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      data-jump=""
      aria-label={count > 0 ? t('messages:jumpNew', { count }) : t('messages:jump')}
      onClick={onClick}
      className="btn btn-outline-soft absolute right-4 bottom-4 rounded-full px-3 shadow-md"
    >
      <Icon name="arrow-down" size={18} />
      {count > 0 ? <span className="badge badge-success badge-sm">{count}</span> : null}
    </button>
  );
}

export function TypingBubble({ presence, name }: { presence: Presence; name: string }) {
  const { t } = useI18n();
  return (
    <p data-typing="" className="px-3 pt-2 sm:px-6">
      <span className="rounded-xl bg-(--bubble) px-3 py-1.5 text-muted text-sm italic shadow-xs">
        {name ? `${name}: ` : ''}
        {t(`tickets:presence.${presence}`)}
      </span>
    </p>
  );
}
