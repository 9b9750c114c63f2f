import { useT } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { Presence } from '../workspace/typing.ts';

export function JumpButton({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      data-jump=""
      aria-label={count > 0 ? t('messages:jumpNew', { count }) : t('messages:jump')}
      onClick={onClick}
      className="btn btn-outline-soft jump"
    >
      <Icon name="arrow-down" size={18} />
      {count > 0 ? <span className="badge badge-primary badge-sm">{count}</span> : null}
    </button>
  );
}

export function TypingBubble({ presence, name }: { presence: Presence; name: string }) {
  const t = useT();
  return (
    <p data-typing="" className="px-3 pt-2 sm:px-6">
      <span className="typing-bubble">
        {name ? `${name}: ` : ''}
        {t(`tickets:presence.${presence}`)}
      </span>
    </p>
  );
}
