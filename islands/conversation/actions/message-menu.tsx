import { type Translate, useT } from '@views/i18n.tsx';
import { kindOf } from '@views/parts/messages/message-kind.ts';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { MenuItem } from '@views/ui/menu.tsx';
import { useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { askToTranslate, canAskAssistant } from '../../assistant/request.ts';
import { showToast } from '../../page/toast.ts';
import { copyText } from './copy-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ForwardDialog } from './forward-dialog.tsx';
import { InfoDialog } from './info-dialog.tsx';
import { edit, isEditable, isTooLate, react, remove } from './message-changes.ts';
import { ReactionDialog } from './reaction-dialog.tsx';
import { useMenuCard } from './use-menu-card.ts';

type Props = {
  message: MessageView;
  anchor: HTMLElement;
  wanted?: string;
  canReply: boolean;
  onReply: (message: MessageView) => void;
  onChange: (messages: MessageView[]) => void;
  onClose: () => void;
};

type DialogName = 'forward' | 'info' | 'edit' | 'delete' | 'reaction';
type Item = { key: string; icon: IconName; run: () => void; isDanger?: boolean; refusal?: string };

const ID = 'message-menu';
const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

export function MessageMenu(props: Props) {
  const { message, anchor, wanted, canReply, onReply, onChange, onClose } = props;
  const t = useT();
  const [dialog, setDialog] = useState<DialogName | undefined>(wanted === undefined ? undefined : 'edit');
  const shower = { show: onChange, t };
  const card = useMenuCard(ID, anchor, dialog === undefined, onClose);
  const own = message.reactions.find((one) => one.fromMe)?.emoji;
  const toggle = (emoji: string) => void react(message, emoji === own ? '' : emoji, shower);

  switch (dialog) {
    case 'forward':
      return <ForwardDialog message={message} onClose={onClose} />;
    case 'info':
      return <InfoDialog message={message} onClose={onClose} />;
    case 'edit':
      return (
        <EditDialog
          body={wanted ?? message.body}
          onSave={(body) => void edit(message, body, shower)}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <DeleteDialog message={message} onDelete={() => void remove(message, shower)} onClose={onClose} />
      );
    case 'reaction':
      return <ReactionDialog onPick={toggle} onClose={onClose} />;
  }
  const items = itemsOf(message, canReply, t, { reply: () => onReply(message), open: setDialog });
  return (
    <div
      ref={card}
      id={ID}
      // An auto popover would close when the holding finger is lifted.
      popover={anchor.matches('button') ? 'auto' : 'manual'}
      role="menu"
      aria-label={t('messages:options')}
      className="menu-card"
    >
      <div role="presentation" className="mb-1 flex justify-between border-base-300 border-b pb-1">
        {QUICK.map((emoji) => (
          <button
            key={emoji}
            type="button"
            role="menuitemradio"
            aria-checked={emoji === own}
            aria-label={t('messages:reactWith', { emoji })}
            onClick={() => toggle(emoji)}
            className="size-9 rounded-full text-xl hover:bg-base-content/10 focus-visible:-outline-offset-2 aria-checked:bg-info/20"
          >
            {emoji}
          </button>
        ))}
      </div>
      {items.map(({ key, icon, run, isDanger, refusal }) => (
        <MenuItem
          key={key}
          icon={icon}
          danger={isDanger}
          data-menu={key}
          disabled={refusal !== undefined}
          onClick={run}
        >
          {t(`messages:menu.${key}`)}
          {refusal ? <span className="block whitespace-normal text-xs">{refusal}</span> : null}
        </MenuItem>
      ))}
    </div>
  );
}

function itemsOf(
  message: MessageView,
  canReply: boolean,
  t: Translate,
  { reply, open }: { reply: () => void; open: (dialog: DialogName) => void },
): Item[] {
  const content = kindOf(message).hasOwnText ? message.body.trim() : '';
  const copy = async () => {
    const isDone = await copyText(content);
    showToast({
      level: isDone ? 'success' : 'error',
      text: t(isDone ? 'messages:copied' : 'messages:copyFailed'),
    });
  };
  const isLate = isTooLate(message, Date.now());
  return [
    ...(canReply ? [{ key: 'reply', icon: 'reply', run: reply } as const] : []),
    { key: 'react', icon: 'smile-plus', run: () => open('reaction') },
    ...(canReply && content && !message.fromMe && canAskAssistant()
      ? [{ key: 'translate', icon: 'languages', run: () => askToTranslate(message) } as const]
      : []),
    ...(content ? [{ key: 'copy', icon: 'copy', run: () => void copy() } as const] : []),
    { key: 'forward', icon: 'forward', run: () => open('forward') },
    { key: 'info', icon: 'info', run: () => open('info') },
    ...(isEditable(message)
      ? [
          {
            key: 'edit',
            icon: 'pencil',
            run: () => open('edit'),
            refusal: isLate ? t('messages:editTooLate') : undefined,
          } as const,
        ]
      : []),
    ...(message.fromMe
      ? [{ key: 'delete', icon: 'trash', run: () => open('delete'), isDanger: true } as const]
      : []),
  ];
}
