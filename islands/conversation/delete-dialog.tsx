import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Dialog } from '@views/ui/dialog.tsx';
import { useIslandDialog } from '../keys/use-island-dialog.ts';

export function DeleteDialog({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const t = useT();
  useIslandDialog('delete-message', onClose);
  return (
    <Dialog
      id="delete-message"
      size="sm"
      title={t('messages:deleteTitle')}
      footer={
        <>
          <Button variant="ghost" data-close="">
            {t('common:cancel')}
          </Button>
          <Button variant="danger" data-delete="" data-close="" onClick={onDelete}>
            {t('messages:menu.delete')}
          </Button>
        </>
      }
    >
      <p className="text-pretty">{t('messages:deleteHint')}</p>
    </Dialog>
  );
}
