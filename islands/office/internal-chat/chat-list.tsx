import { useT } from '@views/i18n.tsx';
import { ChatLine } from '@views/parts/internal-chat/chat-line.tsx';
import { Avatar } from '@views/ui/avatar.tsx';
import { Button } from '@views/ui/button.tsx';
import { SearchField } from '@views/ui/fields/search-field.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { type UIEvent, useEffect, useRef } from 'react';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { openDialog } from '../../workspace/navigation.ts';
import { Missed } from '../missed.tsx';
import type { useChats } from './use-chats.ts';

const NEXT_PAGE_PX = 100;

type ChatListProps = {
  chats: ReturnType<typeof useChats>;
  meId: number;
  now: number;
  className: string;
  onOpen: (uuid: string) => void;
};

export function ChatList({ chats, meId, now, className, onOpen }: ChatListProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const { list, search, setSearch, isNarrowed, open, more, failed, again } = chats;
  const measure = (element: HTMLElement) => {
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below < NEXT_PAGE_PX && failed === null) void more();
  };
  // A tall window may have room for more than a page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page
  useEffect(() => {
    if (box.current && box.current.clientHeight > 0) measure(box.current);
  }, [list.chats.length]);

  return (
    <section
      aria-label={t('internalChat:list')}
      className={`flex min-h-0 min-w-0 flex-col border-base-300 border-r bg-base-100 ${className}`}
    >
      <header className="flex flex-col gap-2 border-base-300 border-b p-3">
        <div className="flex items-center gap-2">
          <h1 className="mr-auto min-w-0 page-title truncate">{t('internalChat:title')}</h1>
          <Button
            variant="primary"
            icon="plus"
            size="sm"
            className="list-add"
            onClick={() => void openDialog(chatPaths.add())}
          >
            <span className="max-[599px]:sr-only">{t('internalChat:add')}</span>
          </Button>
        </div>
        <SearchField
          label={t('internalChat:search')}
          className="w-full"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </header>
      <div
        ref={box}
        tabIndex={-1}
        className="min-h-0 grow overflow-y-auto"
        onScroll={(event: UIEvent<HTMLDivElement>) => measure(event.currentTarget)}
      >
        {failed === 'search' ? (
          <Missed onAgain={again} />
        ) : list.chats.length === 0 ? (
          <Nothing isNarrowed={isNarrowed} />
        ) : (
          <ul aria-label={t('internalChat:list')} className="p-1.5">
            {list.chats.map((chat) => (
              <li key={chat.id}>
                <Item chat={chat} meId={meId} now={now} isOpen={chat.id === open?.id} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )}
        {failed === 'more' ? <Missed onAgain={again} /> : null}
      </div>
    </section>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useT();
  if (isNarrowed)
    return <RenderedState icon="search" title={t('common:noResults')} text={t('common:noResultsHint')} />;
  return <RenderedState icon="messages" title={t('internalChat:empty')} text={t('internalChat:emptyHint')} />;
}

type ItemProps = {
  chat: ChatView;
  meId: number;
  now: number;
  isOpen: boolean;
  onOpen: (uuid: string) => void;
};

function Item({ chat, meId, now, isOpen, onOpen }: ItemProps) {
  return (
    <a
      href={chatPaths.chat(chat.uuid)}
      data-chat={chat.id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(chat.uuid);
      }}
      className={`flex min-h-16 items-center gap-3 rounded-field px-3 py-2 -outline-offset-2 hover:bg-base-content/5 ${isOpen ? 'bg-primary/10' : ''}`}
    >
      <Avatar name={chat.title} size={40} />
      <ChatLine chat={chat} meId={meId} now={now} />
    </a>
  );
}
