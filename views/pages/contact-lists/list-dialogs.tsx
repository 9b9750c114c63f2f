import { MAX_NAME } from '@/modules/contact-lists/contact-lists.schema.ts';
import type { ContactListView } from '@/modules/contact-lists/contact-lists.views.ts';
import { listPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { type SourceChoice, SourceFields } from './source-fields.tsx';

type ListDialogProps = {
  contactListId: number | null;
  name: string;
  source?: SourceChoice;
  errors?: Record<string, string>;
};

export function ListDialog({ contactListId, name, source, errors = {} }: ListDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="contact-list-dialog"
      title={t(contactListId === null ? 'contactLists:addTitle' : 'contactLists:editTitle')}
      action={contactListId === null ? listPaths.lists() : listPaths.list(contactListId)}
      method={contactListId === null ? 'post' : 'put'}
      errors={errors}
    >
      <Field
        name="name"
        label={t('common:name')}
        defaultValue={name}
        maxLength={MAX_NAME}
        autoFocus
        required
      />
      {source ? <SourceFields {...source} errors={errors} mayBeNone /> : null}
    </DialogForm>
  );
}

export function DeleteListDialog({ list }: { list: ContactListView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="contact-list-delete"
      title={t('contactLists:delete', { name: list.name })}
      what={list.name}
      text={
        <>
          {t('common:confirmDelete')} {t('contactLists:deleteHint')}
        </>
      }
      action={listPaths.list(list.id)}
    />
  );
}
