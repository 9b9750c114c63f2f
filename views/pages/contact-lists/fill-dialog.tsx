import { listPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { type SourceChoice, SourceFields } from './source-fields.tsx';

type FillDialogProps = {
  list: { id: number; name: string };
  source: SourceChoice;
  errors?: Record<string, string>;
};

export function FillDialog({ list, source, errors }: FillDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="contact-list-fill"
      title={t('contactLists:fillTitle', { name: list.name })}
      action={listPaths.fill(list.id)}
      submitLabel={t('contactLists:fillSubmit')}
    >
      <SourceFields {...source} errors={errors} mayBeNone={false} />
    </DialogForm>
  );
}
