import type { ItemView } from '@/modules/contact-lists/contact-lists.views.ts';
import { listPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { PersonFields } from '../../parts/contacts/person-fields.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';

export type ItemValues = Pick<ItemView, 'name' | 'number' | 'email'>;

type ItemDialogProps = {
  target: { contactListId: number } | { contactListItemId: number };
  values: ItemValues;
  errors?: Record<string, string>;
};

export function ItemDialog({ target, values, errors = {} }: ItemDialogProps) {
  const t = useT();
  const isNew = 'contactListId' in target;
  return (
    <DialogForm
      id="contact-list-item-dialog"
      title={t(isNew ? 'contacts:addTitle' : 'contacts:editTitle')}
      action={isNew ? listPaths.contacts(target.contactListId) : listPaths.item(target.contactListItemId)}
      method={isNew ? 'post' : 'put'}
    >
      <PersonFields values={values} errors={errors} />
    </DialogForm>
  );
}

export function DeleteItemDialog({ item }: { item: ItemView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="contact-list-item-delete"
      title={t('contactLists:deleteItem', { name: item.name })}
      what={item.name}
      text={t('contactLists:deleteItemText')}
      action={listPaths.item(item.id)}
    />
  );
}
