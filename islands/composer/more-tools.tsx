import { AssistantMenu } from '../assistant/assistant-menu.tsx';
import { canAskAssistant } from '../assistant/wish.ts';
import type { TicketNow } from '../desk/use-ticket-now.ts';
import { FileLists } from './file-lists.tsx';
import type { useFiles } from './use-files.ts';

type Props = {
  ticket: TicketNow;
  text: string;
  write: (text: string) => void;
  files: ReturnType<typeof useFiles>;
};

/** Beside those that the composer has from the beginning. */
export function MoreTools({ ticket, text, write, files }: Props) {
  return (
    <>
      <FileLists
        onPick={(picked, message) => {
          files.add(picked);
          if (!text) write(message);
        }}
      />
      {canAskAssistant() ? <AssistantMenu ticketId={ticket.id} text={text} /> : null}
    </>
  );
}
