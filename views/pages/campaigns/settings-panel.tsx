import type { ReactNode } from 'react';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';

type SettingsPanelProps = { id: string; title: string; text: string; action: string; children: ReactNode };

export function SettingsPanel({ id, title, text, action, children }: SettingsPanelProps) {
  const t = useT();
  return (
    <form
      id={id}
      noValidate
      className="panel mb-6 flex flex-col gap-4 p-4"
      autoComplete="off"
      hx-put={action}
      hx-target="this"
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
    >
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted text-sm">{text}</p>
      </div>
      {children}
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {t('common:save')}
        </Button>
      </div>
    </form>
  );
}
