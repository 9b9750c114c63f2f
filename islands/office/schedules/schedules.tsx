import { useI18n } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';

export function Schedules() {
  const i18n = useI18n();
  const container = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page never change
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('./calendar.ts').then(({ startCalendar }) => {
      if (!isGone && container.current) stop = startCalendar(container.current, i18n, announce);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);

  return (
    <>
      <section ref={container} className="calendar" aria-label={i18n.t('schedules:calendar.label')} />
      <p className="mt-2 text-muted text-xs max-[599px]:hidden">{i18n.t('schedules:calendar.hint')}</p>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}
