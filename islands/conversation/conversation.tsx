import { useI18n } from '@views/i18n.tsx';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import type { WorkspaceUser } from '@views/parts/tickets/workspace.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketDetail, TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { useLoaded } from '../page/use-loaded.ts';
import { replyTarget } from '../workspace/reply.ts';
import type { SendQueueEntry } from '../workspace/send-queue.ts';
import { unsent } from '../workspace/sending.ts';
import { useStore } from '../workspace/store.ts';
import { typing } from '../workspace/typing.ts';
import { type Extras, loadExtras, useExtras } from '../workspace/use-extras.ts';
import { useJump } from '../workspace/use-jump.ts';
import { useNow } from '../workspace/use-now.ts';
import { useTicketNow } from '../workspace/use-ticket-now.ts';
import { showError } from '../workspace/workspace-api.ts';
import { useEditLast } from './actions/use-edit-last.ts';
import { useTouch } from './actions/use-touch.ts';
import { useWatch } from './block.tsx';
import { DayMessages, EarlierMessages } from './conversation-parts.tsx';
import { daysOf, firstUnread, messagesOf, unreadDivider } from './conversation-state.ts';
import type { BubbleActions } from './message/bubble.tsx';
import { OpeningSearch } from './search/opening-search.tsx';
import { useSearching } from './search/use-searching.ts';
import { useConversation } from './use-conversation.ts';
import { useRead } from './use-read.ts';
import { useScroll } from './use-scroll.ts';

export type ConversationProps = {
  me: WorkspaceUser;
  ticket: TicketDetail;
  messages: MessageView[];
  events: TicketEventView[];
  hasMore: boolean;
  /** Milliseconds: the server's clock when it rendered. */
  now: number;
};

const NO_ENTRIES: readonly SendQueueEntry[] = [];
const NOBODY: ReadonlyMap<number, never> = new Map<number, never>();

export function Conversation({ me, ticket, messages, events, hasMore, now: start }: ConversationProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const now = useNow(start);
  const box = useRef<HTMLDivElement>(null);
  const [unreadFrom] = useState(() => (ticket.unreadMessages > 0 ? firstUnread(messages) : undefined));
  const [newCount, setNewCount] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const [openImage, setOpenImage] = useState<string | undefined>();
  const closeImage = () => setOpenImage(undefined);
  const viewer = useLoaded(!!openImage, () => import('./viewer.tsx'), closeImage);
  const [chosen, setChosen] = useState<
    { message: MessageView; anchor: HTMLElement; wanted?: string } | undefined
  >();
  const [isSearching, setSearching] = useSearching(box);
  const searched = useRef('');
  if (!isSearching) searched.current = '';
  const noteSearched = (text: string) => {
    searched.current = text;
  };
  const waiting = useWaiting(ticket.id);
  const { status } = useTicketNow(ticket);
  const customer = useStore(typing, NOBODY).get(ticket.id);

  const isMine = ticket.status === 'open' && (ticket.userId === null || ticket.userId === me.id);
  const seeNew = useRead(ticket.id, isMine, ticket.unreadMessages > 0);
  const atBottom = useRef(true);
  const onInbound = (arrived: MessageView[]) => {
    seeNew();
    if (!atBottom.current) setNewCount((count) => count + arrived.length);
    setAnnouncement(
      arrived
        .map((message) => `${formatNumber(message.contact?.name ?? '')}: ${summaryOf(message, t)}`)
        .join('\n'),
    );
  };
  const { window, arrive, isOlderMissing, loadOlder, loadNewer, loadAround, loadNewest } = useConversation(
    { ticketId: ticket.id, messages, events, hasMore },
    onInbound,
  );
  const top = useRef<HTMLParagraphElement>(null);
  const { isAtBottom, onScroll, toBottom, toElement, settle } = useScroll(box, {
    top,
    firstId: window.messages[0]?.id,
    hasNewer: window.hasNewer,
    onTop: loadOlder,
    onBottom: loadNewer,
  });
  const watch = useWatch(box, settle);
  const isAtEnd = isAtBottom && !window.hasNewer;
  atBottom.current = isAtEnd;
  const extras = useExtras(isSearching || !isAtEnd || customer !== undefined);
  useEffect(() => {
    if (isAtEnd) setNewCount(0);
  }, [isAtEnd]);

  useLayoutEffect(() => {
    if (unreadFrom) toElement('[data-unread-divider]', 'center');
  }, [unreadFrom, toElement]);

  const lastWaiting = waiting.at(-1)?.clientId;
  useLayoutEffect(() => {
    if (lastWaiting) toBottom();
  }, [lastWaiting, toBottom]);

  const [target, setTarget] = useState<string | undefined>();
  useLayoutEffect(() => {
    if (target && toElement(`#message-${CSS.escape(target)}`, 'center')) {
      flash(target);
      setTarget(undefined);
    }
  });

  const actions = useMemo<BubbleActions>(() => {
    const later = (act: (extras: Extras) => void) =>
      void loadExtras().then(act, (error: unknown) => showError(error, t));
    const around = { me, show: arrive, t };
    return {
      reply: (message) => replyTarget.set(message),
      menu: (message, anchor, wanted) => later(() => setChosen({ message, anchor, wanted })),
      react: (message, emoji) => later(({ react }) => react(message, emoji, around)),
      openContact: (card) =>
        loadExtras().then(
          ({ openContact }) => openContact(card, ticket, me.id, t),
          (error: unknown) => {
            showError(error, t);
            return true;
          },
        ),
      jumpTo: (id) => {
        setTarget(id);
        void loadAround(id).then(
          (isDone) => isDone || setTarget((current) => (current === id ? undefined : current)),
        );
      },
      openImage: setOpenImage,
      retry: (message) => later(({ sendAgain }) => sendAgain(message, around)),
      download: (message) => later(({ downloadAgain }) => downloadAgain(message, around)),
      discard: (message) => later(({ discard }) => discard(message, around)),
    };
  }, [me, ticket, loadAround, arrive, t]);
  useEditLast(
    window.messages,
    waiting.some(({ error }) => !error),
    actions.menu,
  );
  useJump(ticket.uuid, actions.jumpTo);
  useTouch(box, (id, bubble) => {
    const message = window.messages.find((one) => one.id === id);
    if (!message || message.isDeleted) return;
    if (bubble) actions.menu(message, bubble);
    else if (status === 'open') actions.reply(message);
  });

  const days = useMemo(() => daysOf(window, waiting, i18n.timeZone), [window, waiting, i18n.timeZone]);
  const divider = unreadDivider(unreadFrom, window, waiting.length > 0);
  const jump = () => {
    setNewCount(0);
    if (window.hasNewer) void loadNewest().then((isDone) => isDone && toBottom());
    else toBottom();
  };

  const reply = (message: MessageView) => {
    closeImage();
    actions.reply(message);
  };
  const menu =
    extras && chosen ? (
      <extras.MessageMenu
        key={chosen.message.id}
        anchor={chosen.anchor}
        wanted={chosen.wanted}
        message={window.messages.find((one) => one.id === chosen.message.id) ?? chosen.message}
        canReply={status === 'open'}
        onReply={reply}
        onChange={arrive}
        onClose={() => setChosen(undefined)}
      />
    ) : null;

  return (
    <div className="relative h-full bg-(--wall)">
      <h2 className="sr-only">{t('messages:conversation')}</h2>
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('messages:conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className={`talk ${isSearching ? 'lg:mr-88' : ''}`}
      >
        <div className="pb-3">
          <EarlierMessages
            topRef={top}
            hasOlder={window.hasOlder}
            onAgain={isOlderMissing ? loadOlder : undefined}
            isEmpty={days.length === 0}
          />
          {days.map((day) => (
            <DayMessages
              key={`${window.stretch} ${day.key}`}
              day={day}
              now={now}
              unreadFrom={divider}
              isGroup={ticket.isGroup}
              canReply={status === 'open'}
              actions={actions}
              watch={watch}
              target={target}
            />
          ))}
          {extras && customer ? (
            <extras.TypingBubble presence={customer.presence} name={ticket.isGroup ? customer.name : ''} />
          ) : null}
        </div>
      </div>
      {extras && !isAtEnd ? <extras.JumpButton count={newCount} onClick={jump} /> : null}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      {extras && isSearching ? (
        <extras.ConversationSearch
          start={searched.current}
          ticketId={ticket.id}
          onJump={actions.jumpTo}
          onClose={() => setSearching(false)}
        />
      ) : isSearching ? (
        <OpeningSearch onType={noteSearched} onClose={() => setSearching(false)} />
      ) : null}
      {openImage ? null : menu}
      {extras ? <extras.RefusedEdits messages={window.messages} onChange={arrive} /> : null}
      {openImage &&
        (viewer ? (
          <viewer.Viewer
            messages={messagesOf(days)}
            openId={openImage}
            onMenu={actions.menu}
            onClose={closeImage}
          >
            {menu}
          </viewer.Viewer>
        ) : (
          <i data-opening="" />
        ))}
    </div>
  );
}

function useWaiting(ticketId: number): readonly SendQueueEntry[] {
  const entries = useStore(unsent, NO_ENTRIES);
  return useMemo(() => entries.filter((entry) => entry.ticketId === ticketId), [entries, ticketId]);
}

function flash(id: string): void {
  const place = document.getElementById(`message-${id}`);
  const bubble = place?.querySelector('[data-bubble]') ?? place?.closest('[data-bubble]');
  bubble?.animate([{ filter: 'brightness(0.8)' }, { filter: 'none' }], { duration: 1200 });
}
