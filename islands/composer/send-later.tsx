import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { schedulePaths } from '@/paths.ts';
import { openDialog } from '../workspace/navigation.ts';
import type { TicketNow } from '../workspace/use-ticket-now.ts';

type Props = { ticket: TicketNow; text: string; write: (text: string) => void };

export function SendLater({ ticket, text, write }: Props) {
  const t = useT();
  if (text.trim() === '') return null;
  return (
    <IconButton
      icon="calendar-clock"
      label={t('messages:sendLater')}
      data-send-later=""
      onClick={() => void openScheduling(ticket, text, () => write(''))}
    />
  );
}

const AFTER_CLOSING_MS = 1000;

async function openScheduling({ whatsappId }: TicketNow, text: string, onSaved: () => void): Promise<void> {
  const contactId = Number(document.getElementById('ticket-header')?.dataset.contactId);
  const href = schedulePaths.add({ contactId, ...(whatsappId && { whatsappId }) });
  await openDialog(href);
  const dialog = document.querySelector<HTMLDialogElement>('#schedule-dialog');
  const field = dialog?.querySelector<HTMLTextAreaElement>('[name=body]');
  if (!dialog || !field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const saved = new AbortController();
  document.addEventListener('schedule:saved', onSaved, { once: true, signal: saved.signal });
  dialog.addEventListener('close', () => setTimeout(() => saved.abort(), AFTER_CLOSING_MS));
}
