import { MAX_LIST_NAME } from '@/modules/file-lists/file-lists.schema.ts';
import type { FileListView } from '@/modules/file-lists/file-lists.views.ts';
import { campaignPaths, fileListPaths } from '@/paths.ts';
import { FileOptions } from '../../../islands/office/file-options/file-options.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/fields/field.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';

export type FileListValues = Pick<FileListView, 'name' | 'message'>;

type FileListDialogProps = {
  known: FileListView | null;
  values: FileListValues;
  errors?: Record<string, string>;
};

export function FileListDialog({ known, values, errors = {} }: FileListDialogProps) {
  const t = useT();
  const options = (known?.options ?? []).map(({ id, name, path }) => ({ id, name, path }));
  return (
    <DialogForm
      id="file-list-dialog"
      title={t(known ? 'fileLists:editTitle' : 'fileLists:addTitle')}
      action={known ? fileListPaths.one(known.id) : fileListPaths.list()}
      method={known ? 'put' : 'post'}
      files
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('common:name')} maxLength={MAX_LIST_NAME} autoFocus required />
      <TextWithVariables
        name="message"
        label={t('fileLists:message')}
        hint={t('fileLists:messageHint')}
        required
      />
      <Island of={FileOptions} name="file-options" namespaces={['fileLists', 'common']} props={{ options }} />
      <FieldError id="file-options" text={optionsError(errors)} />
    </DialogForm>
  );
}

function optionsError(errors: Record<string, string>): string | undefined {
  return Object.entries(errors).find(([field]) => /^(options|files)/.test(field))?.[1];
}

export function DeleteFileListDialog({ list }: { list: FileListView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="file-list-delete"
      title={t('fileLists:delete', { name: list.name })}
      what={list.name}
      text={
        <>
          {t('common:confirmDelete')} {t('fileLists:deleteHint')}
          <strong
            className="mt-2 block empty:hidden"
            hx-get={campaignPaths.sendingFiles(list.id)}
            hx-trigger="load"
            hx-swap="innerHTML"
          />
        </>
      }
      action={fileListPaths.one(list.id)}
    />
  );
}
