import { MAX_CHAT_TITLE } from '@/modules/internal-chat/chat-limits.schema.ts';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/fields/field.tsx';
import { ClientId } from '../../ui/fields/form-key.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';

export type ChatValues = { title: string; userIds: number[] };

type ChatDialogProps = {
  known: ChatView | null;
  values: ChatValues;
  errors?: Record<string, string>;
  /** Without the reader, who is always a member. */
  people: { id: number; name: string }[];
};

export function ChatDialog({ known, values, errors = {}, people }: ChatDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="chat-dialog"
      title={t(known ? 'internalChat:editTitle' : 'internalChat:addTitle')}
      action={known ? chatPaths.one(known.id) : chatPaths.list()}
      method={known ? 'put' : 'post'}
      values={values}
      errors={errors}
    >
      {known ? null : <ClientId />}
      <div>
        <CheckboxList
          name="userIds"
          label={t('internalChat:participants')}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          selected={values.userIds}
          empty={t('internalChat:nobodyElse')}
        />
        <FieldError id="field-userIds" text={errors.users ?? errors.userIds} className="pt-1" />
      </div>
      <Field
        name="title"
        label={t('internalChat:chatTitle')}
        hint={t('internalChat:chatTitleHint')}
        maxLength={MAX_CHAT_TITLE}
      />
    </DialogForm>
  );
}

export function DeleteChatDialog({ chat: { id, title } }: { chat: ChatView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="chat-delete"
      title={t('internalChat:delete', { title })}
      what={title}
      text={`${t('common:confirmDelete')} ${t('internalChat:deleteHint')}`}
      action={chatPaths.one(id)}
    />
  );
}
