import { useT } from '@views/i18n.tsx';
import { unreadOf } from '@views/parts/internal-chat/chat-line.tsx';
import { Icon, type IconName } from '@views/ui/icons/icon.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { useEffect, useState } from 'react';
import type { ChatMessagePage, ChatPage, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { useNow } from '../../workspace/use-now.ts';
import type { DraftOwner } from './chat-drafts.ts';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import { useChats } from './use-chats.ts';

export type InternalChatProps = {
  me: DraftOwner;
  list: ChatPage;
  selected: { chat: ChatView; messages: ChatMessagePage } | null;
  now: number;
};

type Side = 'chats' | 'messages';

export function InternalChat({ me, list: first, selected, now: start }: InternalChatProps) {
  const t = useT();
  const now = useNow(start);
  const chats = useChats(first, selected?.chat ?? null);
  const [side, setSide] = useState<Side>(selected ? 'messages' : 'chats');
  const { open } = chats;
  const openId = open?.id;
  useEffect(() => setSide(openId === undefined ? 'chats' : 'messages'), [openId]);
  const unread = chats.list.chats.reduce((sum, chat) => sum + unreadOf(chat, me.id), 0);

  return (
    <div className="grid h-full grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[clamp(320px,28vw,400px)_minmax(0,1fr)] lg:grid-rows-1">
      <ChatList
        chats={chats}
        meId={me.id}
        now={now}
        className={side === 'chats' ? '' : 'max-lg:hidden'}
        onOpen={(uuid) => {
          setSide('messages');
          void chats.show(uuid);
        }}
      />
      <div className={`h-full min-h-0 min-w-0 ${side === 'messages' ? '' : 'max-lg:hidden'}`}>
        {open ? (
          <ChatPane
            key={open.id}
            chat={open}
            me={me}
            now={now}
            first={selected?.chat.id === open.id ? selected.messages : null}
          />
        ) : (
          <div className="flex h-full items-center justify-center bg-base-200">
            <RenderedState
              icon="messages"
              title={t('internalChat:choose')}
              text={t('internalChat:chooseHint')}
            />
          </div>
        )}
      </div>
      <nav
        aria-label={t('internalChat:sides')}
        className="grid grid-cols-2 border-base-300 border-t bg-base-100 pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <SideButton
          icon="messages"
          label={t('internalChat:sideChats')}
          count={unread}
          isOn={side === 'chats'}
          onClick={() => setSide('chats')}
        />
        <SideButton
          icon="message-square"
          label={t('internalChat:sideMessages')}
          isOn={side === 'messages'}
          onClick={() => setSide('messages')}
        />
      </nav>
    </div>
  );
}

type SideButtonProps = { icon: IconName; label: string; count?: number; isOn: boolean; onClick: () => void };

function SideButton({ icon, label, count = 0, isOn, onClick }: SideButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={`flex h-14 flex-col items-center justify-center gap-0.5 text-xs ${isOn ? 'text-primary' : 'text-muted'}`}
    >
      <Icon name={icon} size={20} />
      <span>
        {label}
        {count > 0 ? ` (${count > 99 ? '99+' : count})` : ''}
      </span>
    </button>
  );
}
