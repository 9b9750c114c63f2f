import { useT } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { withoutVariables } from '@/modules/messages/write/variables.schema.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { api } from '../../http/api.ts';
import { showError } from '../../workspace/workspace-api.ts';
import { VariableChips } from '../text/unfilled-variables.tsx';
import { matching, quickLabel } from './quick-match.ts';

/** Returns true when the key was handled. The field keeps the focus and forwards its keys. */
export type KeyTaker = (event: KeyboardEvent) => boolean;

type QuickMessageChoice = QuickMessageView & { unfilled: string[] };

type Props = {
  ticketId: number;
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  keys: RefObject<KeyTaker | null>;
  isAsked: boolean;
  onPick: (quick: QuickMessageView) => void;
  onClose: () => void;
};

const ID = 'quick-messages';
const CARD =
  'absolute inset-x-2 bottom-full z-30 mb-1 rounded-box border border-base-300 bg-base-100 shadow-xl';
let known: { ticketId: number; list: QuickMessageChoice[] } = { ticketId: 0, list: [] };

export function QuickMessageMenu({ ticketId, text, field, keys, isAsked, onPick, onClose }: Props) {
  const t = useT();
  const [all, setAll] = useState(known.ticketId === ticketId ? known.list : undefined);
  const [target, setCursor] = useState({ text, at: 0 });
  const found = matching(all ?? [], text.slice(1));
  const active = found[target.text === text ? Math.min(target.at, found.length - 1) : 0];

  useEffect(() => {
    api.get<QuickMessageChoice[]>(`/tickets/${ticketId}/quick-messages`).then(
      (list) => {
        known = { ticketId, list };
        setAll(list);
      },
      (error: unknown) => {
        setAll((former) => former ?? []);
        showError(error, t);
      },
    );
  }, [ticketId, t]);
  // In a layout effect: a fast typist's next key must not choose from an outdated list.
  useLayoutEffect(() => {
    keys.current = (event) => {
      if (!all) return waits(event, onClose);
      if (!active) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setCursor({ text, at: (found.indexOf(active) + step + found.length) % found.length });
      else if (event.key === 'Escape') onClose();
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') onPick(active);
      else return false;
      event.preventDefault();
      return true;
    };
    return () => {
      keys.current = null;
    };
  });
  useEffect(() => {
    const element = field.current;
    if (!element || !active) return;
    element.setAttribute('aria-controls', ID);
    element.setAttribute('aria-activedescendant', `${ID}-${active.id}`);
    document.getElementById(`${ID}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      element.removeAttribute('aria-controls');
      element.removeAttribute('aria-activedescendant');
    };
  }, [active, field]);

  if (!all) {
    return (
      <p data-quick-loading="" className={`${CARD} flex px-4 py-3`}>
        <Spinner label={t('common:loading')} />
      </p>
    );
  }
  if (!active && all.length === 0 && (isAsked || text === '/')) {
    return (
      <p role="status" className={`${CARD} px-4 py-3 text-muted text-sm`}>
        {t('messages:quick.none')}
      </p>
    );
  }
  if (!active) return null;
  return (
    <div
      id={ID}
      role="listbox"
      aria-label={t('messages:quick.list')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      className={`${CARD} max-h-72 overflow-y-auto p-1.5`}
    >
      {found.map((quick) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field hands its keys over
        <div
          key={quick.id}
          id={`${ID}-${quick.id}`}
          role="option"
          aria-selected={quick === active}
          data-quick={quick.id}
          title={withoutVariables(quick.message)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(quick)}
          className="flex min-h-10 cursor-pointer items-center gap-2 rounded-field px-2.5 text-sm hover:bg-base-content/6 aria-selected:bg-base-content/10"
        >
          <span className="min-w-0 grow truncate">{quickLabel(quick)}</span>
          <VariableChips names={quick.unfilled} />
          {quick.isMedia ? (
            <span className="flex max-w-40 items-center gap-1 text-muted text-xs">
              <Icon name="paperclip" size={14} />
              <span className="truncate">{quick.mediaName}</span>
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function waits(event: KeyboardEvent, onClose: () => void): boolean {
  const isEscape = event.key === 'Escape';
  if (!isEscape && (event.key !== 'Enter' || event.shiftKey)) return false;
  event.preventDefault();
  if (isEscape) onClose();
  return true;
}
