import { useI18n } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';

/** The calendar itself comes with its library, in a file of its own. */
export function Schedules() {
  const i18n = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page never change
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('./calendar.ts').then(({ startCalendar }) => {
      if (!isGone && place.current) stop = startCalendar(place.current, i18n, say);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);

  return (
    <>
      <section ref={place} className="calendar" aria-label={i18n.t('schedules:calendar.label')} />
      <p className="mt-2 text-muted text-xs max-[599px]:hidden">{i18n.t('schedules:calendar.hint')}</p>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}
