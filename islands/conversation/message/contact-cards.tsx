import { useT } from '@views/i18n.tsx';
import { type ContactCard, parseContactCards } from '@views/parts/messages/vcard.ts';
import { Avatar } from '@views/ui/avatar.tsx';
import { Button } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { useState } from 'react';
import { formatNumber } from '@/schemas/phone-number.schema.ts';

/** False when the number is not on WhatsApp; true also after a refusal, which is shown as a toast. */
export type OpenContact = (card: ContactCard) => Promise<boolean>;

export function ContactCards({ body, onOpen }: { body: string; onOpen: OpenContact }) {
  const t = useT();
  const cards = parseContactCards(body);
  if (cards.length === 0) {
    return (
      <span className="flex items-center gap-2 text-muted">
        <Icon name="contact" size={17} /> {t('messages:kind.contact')}
      </span>
    );
  }
  return (
    <ul className="flex w-72 max-w-full flex-col gap-2">
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two cards may be equal in all they hold
        <li key={index} className="flex flex-wrap items-center gap-3 rounded-lg bg-base-content/6 p-2.5">
          <Avatar name={card.name} size={36} />
          <span className="min-w-0 grow basis-40">
            <span className="block truncate font-medium text-sm">{card.name}</span>
            {card.organization ? (
              <span className="block truncate text-muted text-xs">{card.organization}</span>
            ) : null}
            {[...card.phones.map((phone) => formatNumber(phone.digits)), ...card.emails].map((line) => (
              <span key={line} className="block break-all text-muted text-xs">
                {line}
              </span>
            ))}
          </span>
          {card.phones.length > 0 ? <StartButton card={card} onOpen={onOpen} /> : null}
        </li>
      ))}
    </ul>
  );
}

function StartButton({ card, onOpen }: { card: ContactCard; onOpen: OpenContact }) {
  const t = useT();
  const [state, setState] = useState<'ready' | 'busy' | 'outside'>('ready');
  return (
    <Button
      size="sm"
      icon="message-circle"
      data-open-contact=""
      disabled={state !== 'ready'}
      className={state === 'outside' ? 'w-full text-muted!' : 'w-full'}
      onClick={async () => {
        setState('busy');
        setState((await onOpen(card)) ? 'ready' : 'outside');
      }}
    >
      {t(state === 'outside' ? 'messages:notOnWhatsapp' : 'messages:startChat')}
    </Button>
  );
}
