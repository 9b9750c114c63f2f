import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { useI18n } from '../../i18n.tsx';
import { listTime } from '../../parts/messages/dates.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

const MOST_SHOWN = 10;

type ChatsPopoverProps = { chats: ChatView[]; meId: number; now: number };

export function ChatsPopover({ chats, meId, now }: ChatsPopoverProps) {
  const { t } = useI18n();
  return (
    <>
      <header className="flex items-center justify-between pl-3">
        <h2 className="font-semibold">{t('internalChat:title')}</h2>
        <a href={chatPaths.list()} className="btn btn-ghost btn-sm">
          {t('internalChat:all')}
        </a>
      </header>
      {chats.length === 0 ? (
        <EmptyState icon="messages" title={t('internalChat:empty')} text={t('internalChat:emptyHint')} />
      ) : (
        <ul aria-label={t('internalChat:title')}>
          {chats.slice(0, MOST_SHOWN).map((chat) => (
            <li key={chat.id}>
              <Item chat={chat} unread={unreadOf(chat, meId)} now={now} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function unreadOf({ users }: ChatView, meId: number): number {
  return users.find(({ userId }) => userId === meId)?.unreads ?? 0;
}

function Item({ chat, unread, now }: { chat: ChatView; unread: number; now: number }) {
  const i18n = useI18n();
  return (
    <a
      href={chatPaths.chat(chat.uuid)}
      className="flex min-h-14 items-center gap-3 rounded-field px-3 py-1.5 -outline-offset-2 hover:bg-base-content/5 focus-visible:bg-base-content/5"
    >
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-semibold">{chat.title}</span>
          <time dateTime={chat.updatedAt} className="ml-auto shrink-0 text-muted text-xs">
            {listTime(chat.updatedAt, now, i18n)}
          </time>
        </span>
        <span className="flex items-center gap-2 text-muted text-sm">
          <span className="min-w-0 grow truncate">{chat.lastMessage}</span>
          {unread > 0 ? (
            <span className="badge badge-success badge-xs h-[18px] min-w-[18px] shrink-0 rounded-full px-1 font-bold">
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="sr-only">{i18n.t('internalChat:unread', { count: unread })}</span>
            </span>
          ) : null}
        </span>
      </span>
    </a>
  );
}
