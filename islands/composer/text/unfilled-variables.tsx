import { useT } from '@views/i18n.tsx';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Fillable, unfilledVariables } from '@/modules/messages/write/variables.schema.ts';

type Props = {
  text: string;
  ticket: Fillable;
  field: RefObject<HTMLTextAreaElement | null>;
  hold: RefObject<(() => boolean) | null>;
  onSend: () => void;
};

const ID = 'unfilled-variables';

export function UnfilledVariables({ text, ticket, field, hold, onSend }: Props) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const names = unfilledVariables(text, ticket);
  const isAsking = asked === text;

  useLayoutEffect(() => {
    if (asked !== text) setAsked(null);
  }, [asked, text]);
  useLayoutEffect(() => {
    hold.current = () => {
      if (names.length === 0) return false;
      setAsked(text);
      return true;
    };
    return () => {
      hold.current = null;
    };
  });
  useEffect(() => {
    if (isAsking) button.current?.focus();
  }, [isAsking]);

  const sendAnyway = () => {
    hold.current = null;
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    field.current?.focus();
  };
  if (names.length === 0) return null;
  return (
    <div data-notice="variables" className="flex flex-wrap items-center gap-1.5 px-3 pt-2 text-sm">
      <p id={ID} role="status" className="flex flex-wrap items-center gap-1.5">
        {t('messages:quick.unfilled')} <VariableChips names={names} />
      </p>
      {isAsking ? (
        <button
          ref={button}
          type="button"
          data-send-anyway=""
          aria-describedby={ID}
          className="btn btn-warning btn-sm ml-auto"
          onClick={sendAnyway}
          onKeyDown={onKeyDown}
        >
          {t('messages:quick.sendAnyway')}
        </button>
      ) : null}
    </div>
  );
}

export function VariableChips({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <span key={name} data-variable={name} className="badge badge-warning badge-sm max-w-40 shrink-0">
      <span className="truncate">{name}</span>
    </span>
  ));
}
