import { useT } from '@views/i18n.tsx';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import { Button } from '@views/ui/button.tsx';
import { Dialog, Lost } from '@views/ui/dialog.tsx';
import { useEffect } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { useIslandDialog } from '../../keys/use-island-dialog.ts';

const ID = 'delete-message';

type Props = { message: MessageView; onDelete: () => void; onClose: () => void };

export function DeleteDialog({ message, onDelete, onClose }: Props) {
  const t = useT();
  useIslandDialog(ID, onClose);
  useEffect(() => document.querySelector<HTMLElement>(`#${ID} footer [data-close]`)?.focus(), []);
  return (
    <Dialog
      id={ID}
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
      <Lost what={summaryOf(message, t)} />
      <p className="text-pretty">{t('messages:deleteHint')}</p>
    </Dialog>
  );
}
