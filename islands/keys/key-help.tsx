import { useT } from '@views/i18n.tsx';
import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import { Button } from '@views/ui/button.tsx';
import { Dialog } from '@views/ui/dialog.tsx';
import { Key } from '@views/ui/key.tsx';
import { useIslandDialog } from './use-island-dialog.ts';

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useT();
  useIslandDialog('key-help', onClose);
  return (
    <Dialog
      id="key-help"
      title={t('commands:keys.title')}
      isText
      footer={
        <Button variant="primary" data-close="">
          {t('common:close')}
        </Button>
      }
    >
      <p className="text-muted text-sm">{t('commands:keys.hint')}</p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {Object.entries(SHORTCUTS).map(([name, keys]) => (
          <div key={name} className="contents">
            <dt className="flex items-center gap-1 text-muted text-sm">
              {keys.map((key, at) => (
                <span key={key} className="contents">
                  {at > 0 ? t('commands:keys.or') : null} <Key name={key} />
                </span>
              ))}
            </dt>
            <dd>{t(`commands:keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
