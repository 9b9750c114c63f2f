import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Dialog } from '@views/ui/dialog.tsx';
import { Switch } from '@views/ui/fields/switch.tsx';
import { useEffect, useState } from 'react';
import type { PreferenceKey, Preferences } from '@/modules/notifications/preferences.schema.ts';
import { api } from '../http/api.ts';
import { useIslandDialog } from '../keys/use-island-dialog.ts';
import { playSound } from '../page/sound.ts';
import { showToast } from '../page/toast.ts';
import { askPermission, canPush, isPushedHere, permission } from './push-browser.ts';
import { startPush, stopPush, testPush } from './push-subscription.ts';
import { VolumeField } from './volume-field.tsx';

const ID = 'notification-settings';

type Props = {
  preferences: Preferences;
  onChange: (preferences: Preferences) => void;
  onClose: () => void;
};

export function SettingsDialog({ preferences, onChange, onClose }: Props) {
  const t = useT();
  const [allowed, setAllowed] = useState(permission);
  const [isPushed, setPushed] = useState(false);
  const [busy, setBusy] = useState('');
  useIslandDialog(ID, onClose);
  useEffect(() => {
    isPushedHere().then(setPushed, () => undefined);
  }, []);

  const save = async (key: PreferenceKey, on: boolean) => {
    const value = on ? 'enabled' : 'disabled';
    await api.put('/me/preferences', { key, value });
    onChange({ ...preferences, [key]: value });
  };
  const run = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name);
    await work().catch(() => showToast({ level: 'error', text: t('notificationSettings:subscribeFailed') }));
    setBusy('');
  };
  const isOn = (key: PreferenceKey) => preferences[key] === 'enabled';

  const changeBrowser = async (on: boolean) => {
    if (on) setAllowed(await askPermission());
    await save('notifications.browser', on);
  };
  const changePush = async (on: boolean) => {
    if (!on) await stopPush();
    const answer = on ? await askPermission() : permission();
    setAllowed(answer);
    if (on && answer !== 'granted') return;
    if (on) await startPush();
    setPushed(on);
    await save('notifications.push', on);
  };
  const test = async () => {
    if (isOn('notifications.sound')) playSound();
    const sent = isPushed ? await testPush() : 0;
    const [level, key] = sent > 0 ? (['success', 'sent'] as const) : (['info', 'none'] as const);
    showToast({ level, text: t(`notificationSettings:test.${key}`) });
  };

  const control = (
    key: PreferenceKey,
    name: string,
    checked: boolean,
    change: (on: boolean) => Promise<unknown>,
  ) => (
    <Switch
      name={key}
      id={`switch-${name}`}
      label={t(`notificationSettings:switch.${name}`)}
      hint={t(`notificationSettings:switch.${name}Hint`)}
      checked={checked}
      disabled={busy === name || (name === 'push' && !canPush())}
      onChange={(event) => {
        const on = event.currentTarget.checked;
        void run(name, () => change(on));
      }}
    />
  );
  return (
    <Dialog
      id={ID}
      title={t('notifications:settings')}
      footer={
        <>
          <Button
            variant="ghost"
            icon="bell"
            className="mr-auto"
            disabled={busy === 'test'}
            onClick={() => void run('test', test)}
          >
            {t('notificationSettings:test.button')}
          </Button>
          <Button variant="primary" data-close="">
            {t('common:close')}
          </Button>
        </>
      }
    >
      {control('notifications.sound', 'sound', isOn('notifications.sound'), (on) =>
        save('notifications.sound', on),
      )}
      <VolumeField />
      {control('notifications.browser', 'browser', isOn('notifications.browser'), changeBrowser)}
      {control('notifications.push', 'push', isPushed && isOn('notifications.push'), changePush)}
      {control('notifications.preview', 'preview', isOn('notifications.preview'), (on) =>
        save('notifications.preview', on),
      )}
      <p data-permission={allowed} className="field-hint">
        {t(`notificationSettings:permission.${allowed}`)}
      </p>
    </Dialog>
  );
}
