import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { type RefObject, useEffect, useState } from 'react';
import { useStore } from '../desk/store.ts';
import type { TicketNow } from '../desk/use-ticket-now.ts';
import { Preview } from './preview.tsx';
import { wish } from './wish.ts';

type Props = {
  ticket: TicketNow;
  text: string;
  write: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Above the message field: what the assistant wrote, until somebody uses it; then the way back, until they go on writing. */
export function AssistantCard({ ticket, text, write, field }: Props) {
  const t = useT();
  const wanted = useStore(wish, null);
  const [used, setUsed] = useState<{ before: string; now: string } | null>(null);
  useEffect(() => () => wish.set(null), []);
  const put = (next: string) => {
    write(next);
    field.current?.focus();
  };
  if (wanted?.ticketId === ticket.id)
    return (
      <Preview
        wish={wanted}
        onUse={(now) => {
          setUsed({ before: text, now });
          wish.set(null);
          put(now);
        }}
        onClose={() => {
          wish.set(null);
          field.current?.focus();
        }}
      />
    );
  if (used?.now !== text) return null;
  return (
    <p role="status" data-assistant-used="" className="flex items-center gap-2 px-3 pt-2 text-muted text-sm">
      <span className="min-w-0 grow">{t('assistant:used')}</span>
      <Button
        size="sm"
        icon="rotate-ccw"
        onClick={() => {
          setUsed(null);
          put(used.before);
        }}
      >
        {t('assistant:undo')}
      </Button>
    </p>
  );
}
