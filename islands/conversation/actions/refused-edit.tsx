import { useT } from '@views/i18n.tsx';
import { useEffect, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { useStore } from '../../workspace/store.ts';
import { EditDialog } from './edit-dialog.tsx';
import { edit } from './message-changes.ts';
import { type RefusedEdit, refusedEdits } from './refused-edits.ts';

type Props = { messages: readonly MessageView[]; onChange: (messages: MessageView[]) => void };

const AGAIN_MS = 500;
/** Between two messages a field is empty for a moment. */
const QUIET_CHECKS = 6;
const NONE: readonly RefusedEdit[] = [];

const isWriting = () =>
  document.querySelector('dialog[open], :popover-open, [data-emoji], [data-recorder]') !== null ||
  Boolean((document.activeElement as HTMLInputElement | null)?.value);

/** Offers the text of a refused edit again, once no other text is being written. */
export function RefusedEdits({ messages, onChange }: Props) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  const messageOf = ({ messageId }: RefusedEdit) => messages.find(({ id }) => id === messageId);
  const refused = useStore(refusedEdits, NONE).find(messageOf);
  const message = refused && messageOf(refused);
  useEffect(() => {
    if (!refused || isShown) return;
    let quiet = 0;
    const type = () => {
      quiet = 0;
    };
    const timer = setInterval(() => {
      quiet = isWriting() ? 0 : quiet + 1;
      setShown(quiet >= QUIET_CHECKS);
    }, AGAIN_MS);
    document.addEventListener('keydown', type, true);
    return () => {
      document.removeEventListener('keydown', type, true);
      clearInterval(timer);
    };
  }, [refused, isShown]);
  if (!message || !isShown) return null;
  return (
    <EditDialog
      body={refused.wanted}
      onSave={(body) => void edit(message, body, { show: onChange, t })}
      onClose={() => {
        setShown(false);
        refusedEdits.set(refusedEdits.get().filter((one) => one !== refused));
      }}
    />
  );
}
