import { useT } from '@views/i18n.tsx';
import { safeColor } from '@views/ui/contrast.ts';
import { Icon } from '@views/ui/icons/icon.tsx';
import { useEffect, useRef } from 'react';
import type { Chosen } from './kanban-board.tsx';

type Props = {
  chosen: Chosen | null;
  columns: { id: number; name: string; color: string | null }[];
  onChoose: (chosen: Chosen, to: number) => void;
  onClose: () => void;
};

const GAP_PX = 4;

export function ColumnMenu({ chosen, columns, onChoose, onClose }: Props) {
  const t = useT();
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const card = menu.current;
    if (!chosen || !card) return;
    card.showPopover();
    const { bottom, right } = chosen.grip.getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    card.style.left = `${Math.max(GAP_PX, right - width)}px`;
    card.style.top = `${Math.max(GAP_PX, Math.min(bottom + GAP_PX, innerHeight - height - GAP_PX))}px`;
  }, [chosen]);

  useEffect(() => {
    const card = menu.current;
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    card?.addEventListener('toggle', closed);
    return () => card?.removeEventListener('toggle', closed);
  }, [onClose]);

  return (
    <div
      ref={menu}
      id="column-menu"
      popover="auto"
      role="menu"
      aria-label={t('kanban:moveTo')}
      className="menu-card"
    >
      {columns.map(({ id, name, color }) => (
        <button
          key={id}
          type="button"
          role="menuitemradio"
          aria-checked={chosen?.from === id}
          className="menu-item"
          onClick={() => chosen && chosen.from !== id && onChoose(chosen, id)}
        >
          <Icon name="check" size={18} className={chosen?.from === id ? '' : 'invisible'} />
          <span
            aria-hidden="true"
            className="size-2.5 shrink-0 rounded-full border border-base-content/30"
            style={color ? { backgroundColor: safeColor(color) } : undefined}
          />
          <span className="min-w-0 truncate">{name}</span>
        </button>
      ))}
    </div>
  );
}
