import { useI18n } from '@views/i18n.tsx';
import { useRef, useState } from 'react';
import { useLoaded } from '../../page/use-loaded.ts';
import { Missed } from '../missed.tsx';

const loadCalendar = () => import('./calendar.tsx');

export function Schedules() {
  const i18n = useI18n();
  const section = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const loaded = useLoaded(!hasFailed, loadCalendar, () => setFailed(true));
  const [announcement, announce] = useState('');

  return (
    <>
      <section ref={section} className="calendar" aria-label={i18n.t('schedules:calendar.label')}>
        {loaded && section.current ? (
          <loaded.Calendar container={section.current} i18n={i18n} announce={announce} />
        ) : null}
        {hasFailed ? <Missed onAgain={() => setFailed(false)} /> : null}
      </section>
      <p className="mt-2 text-muted text-xs max-[599px]:hidden">{i18n.t('schedules:calendar.hint')}</p>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}
