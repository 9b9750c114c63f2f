import { useT } from '../../i18n.tsx';
import { type Age, ageOf } from './age.ts';

const TONES: Record<Age['tone'], string> = {
  green: 'text-success',
  orange: 'text-warning',
  red: 'text-error',
  plain: 'text-muted',
};

/** Time since the ticket last moved. `now` in milliseconds: a component reads no clock. */
export function AgeLabel({ updatedAt, now }: { updatedAt: string; now: number }) {
  const t = useT();
  const age = ageOf(updatedAt, now);
  if (!age) return null;
  return (
    <span className={`shrink-0 font-semibold ${TONES[age.tone]}`} data-age={age.tone}>
      {t(`tickets:age.${age.unit}`, { value: age.value })}
    </span>
  );
}
