import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Dialog } from '@views/ui/dialog.tsx';
import { type KeyboardEvent, useState } from 'react';
import { MAX_BODY } from '@/modules/messages/message-limits.schema.ts';
import { splitSignature } from '@/modules/messages/write/signature.schema.ts';
import { isComposing } from '../../keys/composing.ts';
import { useIslandDialog } from '../../keys/use-island-dialog.ts';

type Props = { body: string; onSave: (body: string) => void; onClose: () => void };

const ID = 'edit-message';

export function EditDialog({ body, onSave, onClose }: Props) {
  const t = useT();
  const written = splitSignature(body);
  const signature = body.slice(0, body.length - written.text.length);
  const [text, setText] = useState(written.text);
  useIslandDialog(ID, onClose);
  const save = () => {
    if (text.trim() !== '') onSave(signature + text.trim());
    (document.getElementById(ID) as HTMLDialogElement | null)?.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    save();
  };
  return (
    <Dialog
      id={ID}
      title={t('messages:menu.edit')}
      footer={
        <>
          <Button variant="ghost" data-close="">
            {t('common:cancel')}
          </Button>
          <Button variant="primary" data-save="" onClick={save}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <textarea
        data-guard=""
        autoFocus
        aria-label={t('messages:menu.edit')}
        rows={Math.min(6, text.split('\n').length)}
        maxLength={MAX_BODY - signature.length}
        value={text}
        className="textarea field-sizing-content max-h-[calc(6lh+1.25rem)] min-h-10 w-full resize-none leading-[22px]"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  );
}
