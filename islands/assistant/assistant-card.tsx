import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { type RefObject, useEffect, useState } from 'react';
import { useStore } from '../workspace/store.ts';
import type { TicketNow } from '../workspace/use-ticket-now.ts';
import { Preview } from './preview.tsx';
import { request } from './request.ts';

type Props = {
  ticket: TicketNow;
  text: string;
  write: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

export function AssistantCard({ ticket, text, write, field }: Props) {
  const t = useT();
  const wanted = useStore(request, null);
  const [used, setUsed] = useState<{ before: string; now: string } | null>(null);
  useEffect(() => () => request.set(null), []);
  const put = (next: string) => {
    write(next);
    field.current?.focus();
  };
  if (wanted?.ticketId === ticket.id)
    return (
      <Preview
        request={wanted}
        onUse={(now) => {
          setUsed({ before: text, now });
          request.set(null);
          put(now);
        }}
        onClose={() => {
          request.set(null);
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
