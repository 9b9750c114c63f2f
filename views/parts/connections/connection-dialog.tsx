import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ApiToken } from './api-token.tsx';

/** No call takes a token so far: nobody should make one and wonder. */
const OFFERS_TOKEN: boolean = false;

export type ConnectionDialogProps = {
  /** Null adds a new one. */
  connectionId: number | null;
  values: { name: string; isDefault: boolean; greetingMessage: string };
  /** How its API token begins; '' for none. */
  token: string;
  errors?: Record<string, string>;
  /** The first connection, or the present default: another one must take its place first. */
  isOnlyDefault: boolean;
};

export function ConnectionDialog({
  connectionId,
  values,
  token,
  errors = {},
  isOnlyDefault,
}: ConnectionDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="connection-dialog"
      title={connectionId === null ? t('connections:addTitle') : t('connections:editTitle')}
      action={connectionId === null ? paths.connections() : paths.connection(connectionId)}
      method={connectionId === null ? 'post' : 'put'}
    >
      <Field
        name="name"
        label={t('connections:name')}
        hint={t('connections:nameHint')}
        defaultValue={values.name}
        error={errors.name}
        maxLength={50}
        autoFocus
        required
      />
      <DefaultSwitch isOnlyDefault={isOnlyDefault} isDefault={values.isDefault} />
      <TextArea
        name="greetingMessage"
        label={t('connections:greeting')}
        hint={t('connections:greetingHint')}
        defaultValue={values.greetingMessage}
        error={errors.greetingMessage}
        maxLength={4096}
      />
      {OFFERS_TOKEN && connectionId !== null ? <ApiToken connectionId={connectionId} shown={token} /> : null}
    </DialogForm>
  );
}

function DefaultSwitch({ isOnlyDefault, isDefault }: { isOnlyDefault: boolean; isDefault: boolean }) {
  const t = useT();
  return (
    <Switch
      name="isDefault"
      label={t('connections:isDefault')}
      hint={t(isOnlyDefault ? 'connections:onlyDefaultHint' : 'connections:isDefaultHint')}
      defaultChecked={isOnlyDefault || isDefault}
      disabled={isOnlyDefault}
    />
  );
}

export function DeleteConnectionDialog({ connection: { id, name } }: { connection: ConnectionView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="connection-delete"
      title={t('connections:delete', { name })}
      text={
        <>
          {t('common:confirmDelete')} {t('connections:deleteHint')}
        </>
      }
      action={paths.connection(id)}
    />
  );
}

export function DisconnectDialog({ connection: { id, name } }: { connection: ConnectionView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="connection-disconnect"
      title={t('connections:disconnectTitle', { name })}
      text={t('connections:disconnectHint')}
      submitLabel={t('connections:disconnect')}
      action={paths.connectionSession(id)}
    />
  );
}
