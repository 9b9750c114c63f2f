import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MAX_CHAT_TEXT } from '@/modules/internal-chat/chat-limits.schema.ts';
import type { ChatMessageView, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { ApiError } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { isComposing } from '../../keys/composing.ts';
import { showToast } from '../../page/toast.ts';
import { type DraftOwner, readChatDraft, saveChatDraft } from './chat-drafts.ts';
import { outgoingOf, sendChat, takeBack, typedIn, withTyped } from './chat-sending.ts';
import { useChatFiles } from './use-chat-files.ts';
import { useMentions } from './use-mentions.ts';

type ChatComposerProps = {
  chat: ChatView;
  me: DraftOwner;
  hasFailed: boolean;
  onSend: () => void;
  onSent: (message: ChatMessageView) => void;
};

export function ChatComposer({ chat, me, hasFailed, onSend, onSent }: ChatComposerProps) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { files, add, remove, onPaste, onDrop } = useChatFiles();
  const write = (next: string) => {
    setText(next);
    saveChatDraft(me, chat.id, withTyped(outgoingOf(chat.id), next));
  };
  const others = chat.users.filter(({ userId }) => userId !== me.id).map(({ user }) => user);
  const mentions = useMentions(field, others, write);
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted anew for each chat
  useEffect(() => {
    setText(field.current?.value || typedIn(readChatDraft(me, chat.id), outgoingOf(chat.id)));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!hasFailed) return;
    const back = takeBack(chat.id);
    add(back.flatMap((one) => one.files));
    setText((typed) => withTyped(back, typed));
  }, [hasFailed]);

  const onError = (error: unknown) => {
    const isOffline = error instanceof ApiError && error.status === 0;
    showToast({ level: 'error', text: isOffline ? t('internalChat:notSent') : errorText(t, error) });
  };
  const send = () => {
    if (text.trim() === '' && files.length === 0) return;
    sendChat(chat.id, { text, files }, { me, onSent, onError });
    setText('');
    files.forEach(remove);
    onSend();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || mentions.takesKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="relative border-base-300 border-t bg-base-100 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <MentionList mentions={mentions} />
      {files.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5 pb-2">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="badge badge-quiet max-w-full gap-1 pr-0"
            >
              <span className="min-w-0 truncate">{file.name}</span>
              <IconButton
                icon="x"
                size="sm"
                label={t('internalChat:detach', { name: file.name })}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex items-end gap-1">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <IconButton
          icon="paperclip"
          label={t('internalChat:attach')}
          onClick={() => picker.current?.click()}
        />
        <textarea
          ref={field}
          rows={1}
          className="textarea field-sizing-content max-h-36 min-h-11 grow resize-none"
          value={text}
          maxLength={MAX_CHAT_TEXT}
          placeholder={t('internalChat:write')}
          aria-label={t('internalChat:write')}
          aria-controls="chat-mentions"
          aria-activedescendant={
            mentions.offered.length > 0 ? `chat-mention-${mentions.offered[mentions.at]?.id}` : undefined
          }
          onInput={(event) => {
            write(event.currentTarget.value);
            mentions.update();
          }}
          onClick={mentions.update}
          onBlur={mentions.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton
          icon="send"
          variant="primary"
          type="submit"
          label={t('internalChat:send')}
          disabled={text.trim() === '' && files.length === 0}
        />
      </div>
    </form>
  );
}

function MentionList({ mentions: { offered, at, choose } }: { mentions: ReturnType<typeof useMentions> }) {
  const t = useT();
  return (
    <div
      id="chat-mentions"
      role="listbox"
      aria-label={t('internalChat:mention')}
      hidden={offered.length === 0}
      className="absolute bottom-full left-2 z-10 mb-1 max-h-60 w-64 max-w-[calc(100%-1rem)] overflow-y-auto rounded-box border border-base-300 bg-base-100 p-1 shadow-lg"
    >
      {offered.map((person, index) => (
        <div
          key={person.id}
          id={`chat-mention-${person.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className="menu-item"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
          onKeyDown={(event) => event.key === 'Enter' && choose(person)}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
}
