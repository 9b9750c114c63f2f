import { useI18n } from '@views/i18n.tsx';
import { dayKey, dayLabel } from '@views/parts/messages/dates.ts';
import { IconButton } from '@views/ui/button.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { Fragment, useEffect, useRef, useState } from 'react';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatMessagePage, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { openDialog } from '../../workspace/navigation.ts';
import { useStore } from '../../workspace/store.ts';
import { Missed } from '../missed.tsx';
import { ChatComposer } from './chat-composer.tsx';
import type { DraftOwner } from './chat-drafts.ts';
import { ChatMessage, OutgoingMessage } from './chat-message.tsx';
import { type Outgoing, outgoing } from './chat-sending.ts';
import { useChatMessages } from './use-chat-messages.ts';

const OLDER_PX = 600;
const AT_BOTTOM_PX = 48;
const NOTHING: readonly Outgoing[] = [];

type ChatPaneProps = { chat: ChatView; me: DraftOwner; now: number; first: ChatMessagePage | null };

export function ChatPane({ chat, me, now, first }: ChatPaneProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const box = useRef<HTMLDivElement>(null);
  const [isAtBottom, setAtBottom] = useState(true);
  const { state, loadOlder, isOlderMissing, add, hasFailed, again } = useChatMessages(chat, me.id, first);
  const messages = state?.messages ?? [];
  const sending = useStore(outgoing, NOTHING).filter(({ chatId }) => chatId === chat.id);

  const update = () => {
    const element = box.current;
    if (!element || element.clientHeight === 0) return;
    // The box runs bottom-up, so that scrollTop is zero at the newest message and negative above it.
    setAtBottom(-element.scrollTop < AT_BOTTOM_PX);
    if (element.scrollHeight - element.clientHeight + element.scrollTop < OLDER_PX) void loadOlder();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page there may be room for one more
  useEffect(update, [messages.length]);
  const toNewest = () => box.current?.scrollTo({ top: 0 });

  return (
    <section
      aria-label={chat.title}
      data-chat-pane={chat.id}
      className="flex h-full min-h-0 flex-col bg-base-200"
    >
      <ChatHeader chat={chat} meId={me.id} />
      <div className="relative min-h-0 grow">
        <div
          ref={box}
          tabIndex={-1}
          className="flex h-full flex-col-reverse overflow-y-auto p-3"
          onScroll={update}
        >
          <div className="flex flex-col gap-1.5 not-empty:pt-1.5">
            {sending.map(({ key, text, files }) => (
              <OutgoingMessage key={key} text={text} files={files} />
            ))}
          </div>
          <div role="log" aria-label={t('internalChat:messages')} className="flex flex-col gap-1.5">
            {state?.hasOlder && isOlderMissing ? (
              <Missed onAgain={loadOlder} />
            ) : state?.hasOlder ? (
              <p className="flex justify-center py-2 text-muted">
                <Spinner />
                <span className="sr-only">{t('internalChat:older')}</span>
              </p>
            ) : null}
            {messages.map((message, index) => {
              const day = dayKey(message.createdAt, i18n);
              const before = messages[index - 1];
              const isNewDay = !before || dayKey(before.createdAt, i18n) !== day;
              return (
                <Fragment key={message.id}>
                  {isNewDay ? (
                    <h2 className="mx-auto my-2 rounded-full bg-base-300 px-3 py-0.5 text-muted text-xs">
                      {dayLabel(message.createdAt, now, i18n)}
                    </h2>
                  ) : null}
                  <ChatMessage
                    message={message}
                    chat={chat}
                    meId={me.id}
                    isContinued={!isNewDay && before?.senderId === message.senderId}
                  />
                </Fragment>
              );
            })}
          </div>
          {hasFailed ? <Missed onAgain={again} /> : null}
          {state && messages.length + sending.length === 0 ? (
            <RenderedState
              icon="message-square"
              title={t('internalChat:noMessages')}
              text={t('internalChat:noMessagesHint')}
            />
          ) : null}
        </div>
        {isAtBottom ? null : (
          <div className="absolute right-4 bottom-3 rounded-full bg-base-100 shadow">
            <IconButton
              icon="arrow-down"
              variant="default"
              label={t('internalChat:toNewest')}
              onClick={toNewest}
            />
          </div>
        )}
      </div>
      <ChatComposer
        chat={chat}
        me={me}
        hasFailed={sending.some(({ hasFailed }) => hasFailed)}
        onSend={toNewest}
        onSent={add}
      />
    </section>
  );
}

function ChatHeader({ chat, meId }: { chat: ChatView; meId: number }) {
  const { t } = useI18n();
  const { id, title, users, ownerId } = chat;
  return (
    <header className="flex min-h-14 items-center gap-1 border-base-300 border-b bg-base-100 px-3 py-1.5">
      <div className="mr-auto min-w-0">
        <h1 className="truncate font-semibold">{title}</h1>
        <p className="truncate text-muted text-xs">{users.map(({ user }) => user.name).join(', ')}</p>
      </div>
      {ownerId === meId ? (
        <>
          <IconButton
            icon="pencil"
            label={t('internalChat:edit', { title })}
            onClick={() => void openDialog(chatPaths.edit(id))}
          />
          <IconButton
            icon="trash"
            label={t('internalChat:delete', { title })}
            onClick={() => void openDialog(chatPaths.confirmDelete(id))}
          />
        </>
      ) : null}
    </header>
  );
}
