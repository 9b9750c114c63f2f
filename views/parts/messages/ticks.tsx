import { useT } from '../../i18n.tsx';
import { RenderedIcon } from '../../ui/icons/icon-markup.tsx';
import { NotSent } from './not-sent.tsx';

const LABELS = ['waiting', 'sent', 'sent', 'delivered', 'read', 'played'];

/** 0 clock, 1 and 2 one tick, 3 two, 4 and 5 two in blue; labelled for screen readers. */
export function Ticks({ ack, failed = false, size = 16 }: { ack: number; failed?: boolean; size?: number }) {
  const t = useT();
  if (failed) return <NotSent size={size} />;
  const level = Math.min(5, Math.max(0, Math.trunc(ack)));
  const icon = level === 0 ? 'clock' : level <= 2 ? 'check' : 'check-check';
  return (
    <span data-ack={level} className={level >= 4 ? 'text-[#0284c7] dark:text-[#38bdf8]' : 'text-muted'}>
      <RenderedIcon
        name={icon}
        size={level === 0 ? size - 3 : size}
        label={t(`messages:ack.${LABELS[level]}`)}
      />
    </span>
  );
}
