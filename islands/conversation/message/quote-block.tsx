import { useT } from '@views/i18n.tsx';
import { kindOf, summaryOf } from '@views/parts/messages/message-kind.ts';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { QuotedView } from '@/modules/messages/messages.views.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';

export function QuoteBlock({ quoted, onOpen }: { quoted: QuotedView; onOpen: (id: string) => void }) {
  const t = useT();
  return (
    <button type="button" data-quote={quoted.id} onClick={() => onOpen(quoted.id)} className="quote">
      <QuoteText quoted={quoted} />
      <span className="sr-only">{t('messages:goToQuoted')}</span>
    </button>
  );
}

export function QuoteText({ quoted }: { quoted: Omit<QuotedView, 'id' | 'mediaUrl'> }) {
  const t = useT();
  const { icon } = kindOf(quoted);
  const author = quoted.fromMe ? t('messages:you') : formatNumber(quoted.contact?.name ?? '');
  return (
    <>
      <span dir="auto" className="quote-author">
        {author}
      </span>
      <span className="quote-words">
        {icon && !quoted.isDeleted ? <Icon name={icon} size={14} /> : null}
        <span dir="auto" className="line-clamp-2 break-words">
          {quoted.isDeleted ? t('messages:deleted') : summaryOf(quoted, t)}
        </span>
      </span>
    </>
  );
}
