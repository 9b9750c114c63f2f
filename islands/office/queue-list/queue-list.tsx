import { useT } from '@views/i18n.tsx';
import { useEffect, useState } from 'react';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { showToast } from '../../page/toast.ts';
import { type Move, startReorder } from '../reorder.ts';

export function QueueList() {
  const t = useT();
  const [announcement, announce] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page never change
  useEffect(() => {
    const move = async ({ id, beforeId, position, count, handle }: Move) => {
      const name = handle.closest('tr')?.querySelector('[data-name]')?.textContent ?? '';
      try {
        await api.put(`/queue/${id}/place`, { beforeId });
        announce(t('queues:moved', { name, position, count }));
        restoreFocus(handle.id);
        document.dispatchEvent(new CustomEvent('refresh:queue'));
      } catch (error) {
        showToast({ level: 'error', text: errorText(t, error) });
      }
    };
    const stop = startReorder({ root: document, item: '#queue-rows > tr', onMove: (one) => void move(one) });
    const remind = ({ target }: Event) => remindToSave(target as Element, t('queues:saveHours'));
    document.addEventListener('change', remind);
    return () => {
      stop();
      document.removeEventListener('change', remind);
    };
  }, []);

  return (
    <p className="sr-only" role="status">
      {announcement}
    </p>
  );
}

/** A row rendered in another position loses the focus of its controls. */
function restoreFocus(id: string): void {
  document.addEventListener('htmx:after:swap', () => document.getElementById(id)?.focus(), { once: true });
}

function remindToSave(field: Element, text: string): void {
  const hours = field.closest<HTMLElement>('#queue-dialog .hours');
  if (!hours || hours.dataset.reminded !== undefined) return;
  hours.dataset.reminded = '';
  showToast({ level: 'info', text });
}
