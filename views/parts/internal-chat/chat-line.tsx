import type { ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { useI18n } from '../../i18n.tsx';
import { listTime } from '../messages/dates.ts';

export function unreadOf({ users }: ChatView, meId: number): number {
  return users.find(({ userId }) => userId === meId)?.unreads ?? 0;
}

/** `now` in milliseconds. */
export function ChatLine({ chat, meId, now }: { chat: ChatView; meId: number; now: number }) {
  const i18n = useI18n();
  const unread = unreadOf(chat, meId);
  return (
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
          <span className="badge badge-primary badge-xs h-[18px] min-w-[18px] shrink-0 rounded-full px-1 font-bold">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="sr-only">{i18n.t('internalChat:unread', { count: unread })}</span>
          </span>
        ) : null}
      </span>
    </span>
  );
}
