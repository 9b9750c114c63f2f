import type { TagView } from '@/modules/tags/tags.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { ColorPicker } from '../../ui/fields/color-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';

export type TagDialogProps = {
  tagId: number | null;
  values: { name: string; color: string; kanban: boolean };
  errors?: Record<string, string>;
  canToggleKanban: boolean;
};

export function TagDialog({ tagId, values, errors = {}, canToggleKanban }: TagDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="tag-dialog"
      title={tagId === null ? t('tags:addTitle') : t('tags:editTitle')}
      action={tagId === null ? paths.tags() : paths.tag(tagId)}
      method={tagId === null ? 'post' : 'put'}
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('tags:name')} maxLength={50} autoFocus required />
      <ColorPicker name="color" label={t('tags:color')} />
      {canToggleKanban ? <Switch name="kanban" label={t('tags:kanban')} hint={t('tags:kanbanHint')} /> : null}
    </DialogForm>
  );
}

export function DeleteTagDialog({ tag }: { tag: TagView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="tag-delete"
      title={t('tags:delete', { name: tag.name })}
      what={tag.name}
      text={
        <>
          {t('common:confirmDelete')}{' '}
          {tag.ticketsCount > 0 ? t('tags:deleteHint', { count: tag.ticketsCount }) : null}
        </>
      }
      action={paths.tag(tag.id)}
    />
  );
}
