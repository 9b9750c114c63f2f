import { useT } from '@views/i18n.tsx';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { showToast } from '../../toast.ts';
import { type Move, startReorder } from '../reorder.ts';

/** Adds to the htmx list: sorting by drag and by keys, and a reminder to save changed hours. */
export function QueueList() {
  const t = useT();
  const [said, say] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page never change
  useEffect(() => {
    const move = async ({ id, beforeId, position, count, handle }: Move) => {
      const name = handle.closest('tr')?.querySelector('[data-name]')?.textContent ?? '';
      try {
        await api.put(`/queue/${id}/place`, { beforeId });
        say(t('queues:moved', { name, position, count }));
        keepFocus(handle.id);
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
      {said}
    </p>
  );
}

/** A row that is drawn in another place loses the focus of its controls. */
function keepFocus(id: string): void {
  document.addEventListener('htmx:after:swap', () => document.getElementById(id)?.focus(), { once: true });
}

function remindToSave(field: Element, text: string): void {
  const hours = field.closest<HTMLElement>('#queue-dialog .hours');
  if (!hours || hours.dataset.reminded !== undefined) return;
  hours.dataset.reminded = '';
  showToast({ level: 'info', text });
}
