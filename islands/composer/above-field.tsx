import type { RefObject } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { AssistantCard } from '../assistant/assistant-card.tsx';
import type { TicketNow } from '../workspace/use-ticket-now.ts';
import { AttachmentTray } from './files/attachment-tray.tsx';
import type { useFiles } from './files/use-files.ts';
import { QuickFile } from './quick-messages/quick-file.tsx';
import { ReplyBar } from './reply-bar.tsx';
import { backToField } from './text/use-field-focus.ts';

type Props = {
  ticket: TicketNow;
  text: string;
  write: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  files: ReturnType<typeof useFiles>;
  reply: MessageView | null;
  quick: QuickMessageView | null;
  setQuick: (quick: QuickMessageView | null) => void;
  send: () => void;
  isEnabled: boolean;
};

export function AboveField({ files, reply, quick, setQuick, send, isEnabled, ...written }: Props) {
  const back = () => backToField(written.field.current);
  return (
    <>
      {reply ? <ReplyBar message={reply} onClose={back} /> : null}
      {files.attachments.length > 0 ? (
        <AttachmentTray
          attachments={files.attachments}
          isFocused={files.areNew && written.text === ''}
          onCaption={files.caption}
          onRemove={(clientId) => {
            files.remove(clientId);
            back();
          }}
          onEnter={send}
        />
      ) : null}
      {isEnabled ? <AssistantCard {...written} /> : null}
      {quick ? (
        <QuickFile
          quick={quick}
          onRemove={() => {
            setQuick(null);
            back();
          }}
        />
      ) : null}
    </>
  );
}
