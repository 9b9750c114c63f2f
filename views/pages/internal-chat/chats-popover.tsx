import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { useT } from '../../i18n.tsx';
import { ChatLine } from '../../parts/internal-chat/chat-line.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';

const MAX_SHOWN = 10;

type ChatsPopoverProps = { chats: ChatView[]; meId: number; now: number };

export function ChatsPopover({ chats, meId, now }: ChatsPopoverProps) {
  const t = useT();
  return (
    <>
      <header className="flex items-center justify-between pl-3">
        <h2 className="font-semibold">{t('internalChat:title')}</h2>
        <a href={chatPaths.list()} className="btn btn-ghost btn-sm">
          {t('internalChat:all')}
        </a>
      </header>
      {chats.length === 0 ? (
        <RenderedState
          icon="messages"
          title={t('internalChat:empty')}
          text={t('internalChat:emptyHint')}
          action={<LinkButton href={chatPaths.list()}>{t('common:begin')}</LinkButton>}
        />
      ) : (
        <ul aria-label={t('internalChat:title')}>
          {chats.slice(0, MAX_SHOWN).map((chat) => (
            <li key={chat.id}>
              <a
                href={chatPaths.chat(chat.uuid)}
                className="flex min-h-14 items-center gap-3 rounded-field px-3 py-1.5 -outline-offset-2 hover:bg-base-content/5 focus-visible:bg-base-content/5"
              >
                <ChatLine chat={chat} meId={meId} now={now} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
