import { useI18n } from '@views/i18n.tsx';
import { dayLabel, formatTime } from '@views/parts/messages/dates.ts';
import { eventText } from '@views/parts/tickets/ticket-event.ts';
import { Button } from '@views/ui/button.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import type { RefObject } from 'react';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { Block, type Watch } from './block.tsx';
import { blocksOf, type Day, holds, type Item, isRenderedAtOnce } from './conversation-state.ts';
import { Album } from './message/album.tsx';
import { Bubble, type BubbleActions } from './message/bubble.tsx';
import { keyOfMessage } from './message/message-shape.ts';

type DayProps = {
  day: Day;
  now: number;
  unreadFrom: string | undefined;
  isGroup: boolean;
  canReply: boolean;
  actions: BubbleActions;
  watch: Watch;
  target: string | undefined;
};

export function DayMessages({ day, now, watch, target, ...shown }: DayProps) {
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
      {blocksOf(day.items).map((block) => (
        <Block
          key={block.at}
          watch={watch}
          count={block.items.length}
          isFirst={isRenderedAtOnce(block)}
          isWanted={target !== undefined && holds(block, target)}
        >
          {() => block.items.map((item) => <ShownItem key={keyOf(item)} item={item} {...shown} />)}
        </Block>
      ))}
    </section>
  );
}

const keyOf = ({ album, message, event }: Item) =>
  album ? `album-${keyOfMessage(album[0])}` : message ? keyOfMessage(message) : `event-${event.id}`;

type ItemProps = Pick<DayProps, 'unreadFrom' | 'isGroup' | 'canReply' | 'actions'> & { item: Item };

function ShownItem({ item, unreadFrom, isGroup, canReply, actions }: ItemProps) {
  const { album, message, event } = item;
  if (event) return <EventLine event={event} />;
  const showAuthor = isGroup && item.isStart;
  const isUnread = album ? album.some(({ id }) => id === unreadFrom) : message.id === unreadFrom;
  return (
    <>
      {isUnread ? <UnreadDivider /> : null}
      {album ? (
        <Album
          messages={album}
          isStart={item.isStart}
          showAuthor={showAuthor && !album[0]?.fromMe}
          signer={item.signer}
          actions={actions}
        />
      ) : (
        <Bubble
          message={message}
          isStart={item.isStart}
          showAuthor={showAuthor && !message.fromMe}
          signer={item.signer}
          canReply={canReply}
          actions={actions}
        />
      )}
    </>
  );
}

function EventLine({ event }: { event: TicketEventView }) {
  const i18n = useI18n();
  return (
    <p data-event={event.type} className="event-line">
      {eventText(event, i18n)} · <time dateTime={event.createdAt}>{formatTime(event.createdAt, i18n)}</time>
    </p>
  );
}

function UnreadDivider() {
  const { t } = useI18n();
  return (
    <p data-unread-divider="" className="unread-line">
      {t('messages:unreadDivider')}
    </p>
  );
}

type EarlierProps = {
  hasOlder: boolean;
  isEmpty: boolean;
  topRef: RefObject<HTMLParagraphElement | null>;
  /** After a failure. */
  onAgain: (() => void) | undefined;
};

export function EarlierMessages({ hasOlder, isEmpty, topRef, onAgain }: EarlierProps) {
  const { t } = useI18n();
  if (hasOlder) {
    // As a scroll anchor it would pull the view to the top of the page that arrives.
    return (
      <p ref={topRef} className="flex h-12 items-center justify-center [overflow-anchor:none]">
        {onAgain ? (
          <Button
            size="sm"
            onClick={() => {
              topRef.current?.closest<HTMLElement>('[role=log]')?.focus();
              onAgain();
            }}
          >
            {t('common:retry')}
          </Button>
        ) : (
          <Spinner label={t('messages:loadingOlder')} />
        )}
      </p>
    );
  }
  return (
    <p className="py-4 text-center text-muted text-xs">
      {t(isEmpty ? 'messages:empty' : 'messages:beginning')}
    </p>
  );
}
