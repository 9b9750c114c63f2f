import { useT } from '@views/i18n.tsx';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

type Props = {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: () => void;
};

export function UnmatchedCommand({ text, field, onSend }: Props) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // A repeat of the Enter that opened the question must not answer it.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    field.current?.focus();
  };
  return (
    <div data-notice="command" className="flex flex-wrap items-center gap-1.5 px-3 pt-2 text-sm">
      <p id="unmatched-command" role="status" className="min-w-0 truncate">
        {t('messages:quick.unmatched', { text: text.trim() })}
      </p>
      <button
        ref={button}
        type="button"
        data-send-anyway=""
        aria-describedby="unmatched-command"
        className="btn btn-warning btn-sm ml-auto"
        onClick={onSend}
        onKeyDown={onKeyDown}
      >
        {t('messages:quick.sendAnyway')}
      </button>
    </div>
  );
}
