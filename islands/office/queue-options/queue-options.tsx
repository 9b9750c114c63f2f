import { useT } from '@views/i18n.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { useEffect, useRef, useState } from 'react';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import { startReorder } from '../reorder.ts';
import { OptionLevel } from './option-level.tsx';
import { type EditedQueue, toBotQueue } from './option-tree.ts';
import { Phone } from './phone.tsx';
import { useOptions } from './use-options.ts';

type QueueOptionsProps = { queue: EditedQueue; initial: QueueOptionView[] };

export function QueueOptions({ queue, initial }: QueueOptionsProps) {
  const t = useT();
  const options = useOptions(queue.id, initial, t);
  const [announcement, announce] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  const moved = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: its calls never change
  useEffect(() => {
    if (!tree.current) return;
    return startReorder({
      root: tree.current,
      item: 'li[data-key]',
      onMove({ id, beforeId, position, count, handle }) {
        moved.current = handle.id;
        const name = handle.closest('li')?.querySelector('.option-title span')?.textContent ?? '';
        void options
          .move(id, beforeId)
          .then((isDone) => isDone && announce(t('queues:moved', { name, position, count })));
      },
    });
  }, []);

  // An element that is moved in the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useEffect(() => {
    const handle = moved.current && document.getElementById(moved.current);
    if (handle && document.activeElement === document.body) handle.focus();
    moved.current = null;
  }, [options.options]);

  const remove = async (id: number) => {
    const title = options.options.find((option) => option.id === id)?.title ?? '';
    const isDone = await options.remove(id);
    if (isDone) announce(t('queues:option.deleted', { title }));
    return isDone;
  };
  return (
    <div className="option-editor">
      <div ref={tree} className="panel option-tree">
        {options.options.length === 0 ? (
          <RenderedState
            icon="list-tree"
            title={t('queues:option.none')}
            text={t('queues:option.noneHint')}
          />
        ) : null}
        <OptionLevel options={{ ...options, remove }} parent={null} />
        <p className="sr-only" role="status">
          {announcement}
        </p>
      </div>
      <Phone queue={toBotQueue(queue, options.options)} />
    </div>
  );
}
