import { useI18n } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { SkeletonRows } from '@views/ui/skeleton.tsx';
import { useEffect, useRef, useState } from 'react';
import type { NotificationReader } from '@/modules/notifications/notifications.schema.ts';
import { useLoaded } from '../page/use-loaded.ts';
import { loadErrorTexts } from '../texts.ts';
import { countOf } from './bell-state.ts';
import { startServiceWorker } from './service-worker.ts';
import { showCount } from './title-badge.ts';
import { useNotifications } from './use-notifications.ts';

const loadItems = () => import('./notification-items.tsx');
const loadSettings = async () => {
  const [module] = await Promise.all([import('./settings-dialog.tsx'), loadErrorTexts()]);
  return { SettingsDialog: module.SettingsDialog };
};

const OPEN_SETTINGS = 'notifications:settings';
const MAX_SHOWN = 99;

export function NotificationBell({ reader }: { reader: NotificationReader }) {
  const { t, locale } = useI18n();
  const { state, hasFailed, preferences, setPreferences } = useNotifications(reader);
  const [isOpen, setOpen] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const settings = useLoaded(isSetting, loadSettings, () => setSetting(false));
  const card = useRef<HTMLDivElement>(null);
  const close = () => card.current?.hidePopover();
  const items = useLoaded(isOpen, loadItems, close);
  const count = state ? countOf(state) : 0;

  useEffect(() => {
    if (state) showCount(count);
  }, [state, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language of a page never changes
  useEffect(() => {
    startServiceWorker(locale);
    const open = () => setSetting(true);
    document.addEventListener(OPEN_SETTINGS, open);
    return () => document.removeEventListener(OPEN_SETTINGS, open);
  }, []);

  return (
    <>
      <IconButton
        icon="bell"
        label={count > 0 ? t('notifications:openWith', { count }) : t('notifications:open')}
        popoverTarget="notifications"
        aria-haspopup="dialog"
        className="relative"
        data-count={count}
        badge={count > 0 ? <Count count={count} /> : null}
        onPointerEnter={() => void loadItems().catch(() => undefined)}
      />
      <div
        ref={card}
        id="notifications"
        popover="auto"
        role="dialog"
        aria-label={t('notifications:title')}
        className="menu-card w-80"
        onBeforeToggle={() => setOpen(true)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <div className="flex items-center justify-between pl-3">
          <h2 className="font-semibold">{t('notifications:title')}</h2>
          <IconButton
            icon="settings"
            label={t('notifications:settings')}
            onClick={() => {
              close();
              setSetting(true);
            }}
          />
        </div>
        {isOpen && items ? (
          <items.NotificationItems {...{ state, hasFailed, preferences }} onOpen={close} />
        ) : isOpen ? (
          <SkeletonRows rows={3} label={t('common:loading')} />
        ) : null}
      </div>
      {isSetting &&
        (settings ? (
          <settings.SettingsDialog
            preferences={preferences}
            onChange={setPreferences}
            onClose={() => setSetting(false)}
          />
        ) : (
          <i data-opening="" />
        ))}
    </>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="badge badge-primary badge-xs absolute top-0.5 right-0.5 h-[18px] min-w-[18px] rounded-full px-1 font-bold"
    >
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}
