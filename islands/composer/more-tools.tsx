import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { AssistantMenu } from '../assistant/assistant-menu.tsx';
import { canAskAssistant } from '../assistant/request.ts';
import type { TicketNow } from '../workspace/use-ticket-now.ts';
import { FileLists } from './files/file-lists.tsx';
import type { useFiles } from './files/use-files.ts';
import { Dictation } from './voice/dictation.tsx';

type Props = {
  ticket: TicketNow;
  text: string;
  write: (text: string) => void;
  files: ReturnType<typeof useFiles>;
  onQuick: () => void;
};

export function MoreTools({ ticket, text, write, files, onQuick }: Props) {
  const t = useT();
  return (
    <>
      <IconButton
        icon="zap"
        label={t('messages:quick.list')}
        data-quick-open=""
        disabled={text !== '' && !text.startsWith('/')}
        onClick={onQuick}
      />
      <FileLists
        onPick={(picked, message) => {
          files.add(picked);
          if (!text) write(message);
        }}
      />
      <Dictation text={text} write={write} />
      {canAskAssistant() ? <AssistantMenu ticketId={ticket.id} text={text} /> : null}
    </>
  );
}
