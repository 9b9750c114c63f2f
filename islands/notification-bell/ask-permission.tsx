import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { useEffect, useState } from 'react';
import { askPermission, permission } from './push-browser.ts';

const ANSWERED = 'notifications-asked';

export function AskPermission() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(permission() === 'default' && !localStorage.getItem(ANSWERED)), []);
  if (!isOpen) return null;
  const answer = (isYes: boolean) => {
    localStorage.setItem(ANSWERED, 'yes');
    setOpen(false);
    if (isYes) void askPermission();
  };
  return (
    <section data-ask-permission="" className="m-1 rounded-field bg-base-200 p-3">
      <h3 className="font-semibold text-sm">{t('notifications:ask.title')}</h3>
      <p className="mt-1 text-pretty text-muted text-sm">{t('notifications:ask.text')}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" size="sm" onClick={() => answer(true)}>
          {t('notifications:ask.yes')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => answer(false)}>
          {t('notifications:ask.no')}
        </Button>
      </p>
    </section>
  );
}
