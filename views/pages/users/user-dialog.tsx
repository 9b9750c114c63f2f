import { securityPaths } from '@/modules/auth/security/security-paths.schema.ts';
import type { UserListItemView } from '@/modules/users/users.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, DialogForm, opensDialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { CheckboxList, Switch } from '../../ui/fields/switch.tsx';

const PROFILES = ['user', 'supervisor', 'admin'];

export type UserValues = {
  name: string;
  email: string;
  profile: string;
  allTicket: boolean;
  active: boolean;
  invite: boolean;
  whatsappId: string;
  queueIds: number[];
};

export type UserDialogProps = {
  userId: number | null;
  values: UserValues;
  errors?: Record<string, string>;
  queues: { id: number; name: string; color: string }[];
  connections: { id: number; name: string }[];
  isSelf: boolean;
};

export function UserDialog({ userId, values, errors = {}, ...choices }: UserDialogProps) {
  const t = useT();
  const isNew = userId === null;
  return (
    <DialogForm
      id="user-dialog"
      title={t(isNew ? 'users:addTitle' : 'users:editTitle')}
      action={isNew ? paths.users() : paths.user(userId)}
      method={isNew ? 'post' : 'put'}
      asksForPassword
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('users:name')} maxLength={50} autoFocus={isNew} required />
      <Field name="email" type="email" label={t('users:email')} required />
      {isNew ? <Switch name="invite" label={t('users:invite')} hint={t('users:inviteHint')} /> : null}
      <PasswordField
        name="password"
        label={t(isNew ? 'users:password' : 'users:newPassword')}
        hint={isNew ? t('auth:passwordHint') : t('users:keepPassword')}
        autoComplete="new-password"
        maxLength={128}
        className="in-[form:has([name=invite]:checked)]:hidden"
      />
      <Select
        name="profile"
        label={t('users:profile')}
        hint={t('users:profileHint')}
        options={PROFILES.map((value) => ({ value, label: t(`users:profiles.${value}`) }))}
      />
      <WorkFields values={values} {...choices} />
      {isNew || choices.isSelf ? null : (
        <div>
          <Button icon="shield" {...opensDialog(securityPaths.ofUser(userId))}>
            {t('users:security')}
          </Button>
        </div>
      )}
    </DialogForm>
  );
}

type WorkFieldsProps = Pick<UserDialogProps, 'values' | 'queues' | 'connections' | 'isSelf'>;

function WorkFields({ values, queues, connections, isSelf }: WorkFieldsProps) {
  const t = useT();
  return (
    <>
      <input type="hidden" name="queueIds" value="" />
      <CheckboxList
        name="queueIds"
        label={t('users:queues')}
        options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
        selected={values.queueIds}
        empty={t('users:noQueues')}
      />
      <Switch
        name="allTicket"
        label={t('users:allTicket')}
        hint={t('users:allTicketHint')}
        defaultChecked={values.allTicket}
      />
      <Select
        name="whatsappId"
        label={t('users:connection')}
        defaultValue={values.whatsappId}
        options={[
          { value: '', label: t('users:noConnection') },
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {isSelf ? null : (
        <Switch
          name="active"
          label={t('users:active')}
          hint={t('users:activeHint')}
          defaultChecked={values.active}
        />
      )}
    </>
  );
}

type DeleteUserDialogProps = { user: Pick<UserListItemView, 'id' | 'name'>; openTickets: number };

export function DeleteUserDialog({ user: { id, name }, openTickets }: DeleteUserDialogProps) {
  const t = useT();
  const tickets =
    openTickets === 0 ? t('users:deleteNoTickets') : t('users:deleteTickets', { count: openTickets });
  return (
    <ConfirmDialog
      id="user-delete"
      title={t('users:delete', { name })}
      what={name}
      text={`${t('common:confirmDelete')} ${tickets} ${t('users:deleteHint')}`}
      action={paths.user(id)}
    />
  );
}
