import {
  BUTTON_SIDES,
  ButtonStyle,
  MAX_LABEL,
  MAX_LINK_TEXT,
  MAX_SOURCE,
} from '@/modules/click-to-chat/click-to-chat.schema.ts';
import type { ClickLinkView } from '@/modules/click-to-chat/click-to-chat.views.ts';
import { clickPaths } from '@/modules/click-to-chat/click-to-chat-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { ColorPicker } from '../../ui/fields/color-picker.tsx';
import { Field, Select, TextArea } from '../../ui/fields/field.tsx';
import { ButtonPreview } from './button-preview.tsx';

export type LinkValues = {
  source: string;
  connectionId: string;
  text: string;
  label: string;
  color: string;
  side: string;
};

type LinkDialogProps = {
  linkId: number | null;
  values: LinkValues;
  errors?: Record<string, string>;
  connections: { id: number; name: string }[];
};

const STYLE =
  '#click-link-dialog [name=label], #click-link-dialog [name=color], #click-link-dialog [name=side]';

export function LinkDialog({ linkId, values, errors = {}, connections }: LinkDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="click-link-dialog"
      title={t(linkId === null ? 'clickToChat:addTitle' : 'clickToChat:editTitle')}
      action={linkId === null ? clickPaths.list() : clickPaths.one(linkId)}
      method={linkId === null ? 'post' : 'put'}
      values={values}
      errors={errors}
    >
      <Field
        name="source"
        label={t('clickToChat:source')}
        hint={t('clickToChat:sourceHint')}
        maxLength={MAX_SOURCE}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <Select
        name="connectionId"
        label={t('clickToChat:connection')}
        required
        options={[
          { value: '', label: t('clickToChat:choose') },
          ...connections.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextArea
        name="text"
        label={t('clickToChat:said')}
        hint={t('clickToChat:textHint')}
        maxLength={MAX_LINK_TEXT}
        rows={3}
      />
      <h3 className="pt-2 font-semibold text-sm">{t('clickToChat:button')}</h3>
      <Field name="label" label={t('clickToChat:label')} maxLength={MAX_LABEL} />
      <Select
        name="side"
        label={t('clickToChat:sideLabel')}
        options={BUTTON_SIDES.map((value) => ({ value, label: t(`clickToChat:side.${value}`) }))}
      />
      <ColorPicker name="color" label={t('clickToChat:color')} />
      <div
        hx-get={clickPaths.preview()}
        hx-trigger={'input from:"closest form" delay:200ms, change from:"closest form" delay:200ms'}
        hx-include={STYLE}
        hx-target="this"
        hx-swap="innerHTML"
        hx-sync="this:replace"
      >
        <ButtonPreview {...ButtonStyle.parse(values)} />
      </div>
    </DialogForm>
  );
}

export function DeleteLinkDialog({ link }: { link: ClickLinkView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="click-link-delete"
      title={t('clickToChat:delete', { source: link.source })}
      what={link.source}
      text={t('clickToChat:deleteHint')}
      action={clickPaths.one(link.id)}
    />
  );
}
