import { useI18n } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';

export function Schedules() {
  const i18n = useI18n();
  const section = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<typeof import('./calendar.tsx')>();
  const [announcement, announce] = useState('');

  useEffect(() => {
    void import('./calendar.tsx').then(setLoaded);
  }, []);

  return (
    <>
      <section ref={section} className="calendar" aria-label={i18n.t('schedules:calendar.label')}>
        {loaded && section.current ? (
          <loaded.Calendar container={section.current} i18n={i18n} announce={announce} />
        ) : null}
      </section>
      <p className="mt-2 text-muted text-xs max-[599px]:hidden">{i18n.t('schedules:calendar.hint')}</p>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}
