import { useT } from '@views/i18n.tsx';
import { formatNumber } from '@views/parts/contacts/phone-number.ts';
import { parseContactCards } from '@views/parts/messages/vcard.ts';
import { Avatar } from '@views/ui/avatar.tsx';
import { Icon } from '@views/ui/icon.tsx';

/** People that a customer passed on. */
export function ContactCards({ body }: { body: string }) {
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
        <li key={index} className="flex items-center gap-3 rounded-lg bg-base-content/6 p-2.5">
          <Avatar name={card.name} size={36} />
          <span className="min-w-0">
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
        </li>
      ))}
    </ul>
  );
}
