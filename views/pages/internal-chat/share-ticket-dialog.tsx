import { MAX_CHAT_TEXT } from '@/modules/internal-chat/chat-limits.schema.ts';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import type { ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { useT } from '../../i18n.tsx';
import { Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Select, TextArea } from '../../ui/fields/field.tsx';
import { ClientId } from '../../ui/fields/form-key.tsx';

type ShareTicketDialogProps = {
  uuid: string;
  contactName: string;
  chats: ChatView[];
  values: { chatId: string; message: string };
  errors?: Record<string, string>;
};

export function ShareTicketDialog({ uuid, contactName, chats, values, errors = {} }: ShareTicketDialogProps) {
  const t = useT();
  const title = t('internalChat:share.title', { name: contactName });
  if (chats.length === 0)
    return (
      <Dialog id="ticket-share" title={title} size="sm">
        <p className="text-pretty">{t('internalChat:share.noChats')}</p>
        <a href={chatPaths.list()} className="btn btn-primary self-start">
          {t('internalChat:title')}
        </a>
      </Dialog>
    );
  return (
    <DialogForm
      id="ticket-share"
      title={title}
      action={chatPaths.shareTicket(uuid)}
      submitLabel={t('internalChat:share.submit')}
      values={values}
      errors={errors}
    >
      <ClientId />
      <Select
        name="chatId"
        label={t('internalChat:share.chat')}
        defaultValue={values.chatId || chats[0]?.id}
        options={chats.map(({ id, title: label }) => ({ value: id, label }))}
      />
      <TextArea
        name="message"
        label={t('internalChat:share.words')}
        hint={t('internalChat:share.hint')}
        maxLength={MAX_CHAT_TEXT}
        rows={3}
      />
    </DialogForm>
  );
}
