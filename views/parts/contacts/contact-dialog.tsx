import { paths } from '@/paths.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { PersonFields } from './person-fields.tsx';

export type ContactValues = {
  name: string;
  number: string;
  email: string;
  /** Undefined for a new one, which is active. */
  active?: boolean;
  fields: { name: string; value: string }[];
};

export type ContactDialogProps = {
  contactId: number | null;
  values: ContactValues;
  errors?: Record<string, string>;
};

export function ContactDialog({ contactId, values, errors = {} }: ContactDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="contact-dialog"
      title={t(contactId === null ? 'contacts:addTitle' : 'contacts:editTitle')}
      action={contactId === null ? paths.contacts() : paths.contact(contactId)}
      method={contactId === null ? 'post' : 'put'}
      error={errors.extraInfo ?? errors.form}
    >
      <PersonFields values={values} errors={errors} />
      {values.active === undefined ? null : <ActiveSwitch active={values.active} />}
      <fieldset className="field">
        <legend className="field-label mb-1">{t('contacts:fields.title')}</legend>
        <div id="contact-fields" className="flex flex-col gap-2">
          {values.fields.map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are drawn once
            <FieldLine key={index} {...field} />
          ))}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            variant="ghost"
            icon="plus"
            hx-get={paths.newContactField()}
            hx-target="#contact-fields"
            hx-swap="beforeend"
          >
            {t('contacts:fields.add')}
          </Button>
          <span className="field-hint">{t('contacts:fields.hint')}</span>
        </div>
      </fieldset>
    </DialogForm>
  );
}

function ActiveSwitch({ active }: { active: boolean }) {
  const t = useT();
  return (
    <Switch
      name="active"
      label={t('contacts:active')}
      hint={t('contacts:activeHint')}
      defaultChecked={active}
    />
  );
}

export function FieldLine({ name = '', value = '' }: { name?: string; value?: string }) {
  const t = useT();
  const inputClass = 'input min-w-0';
  return (
    <div className="flex gap-2">
      <input
        name="fieldName"
        className={`${inputClass} basis-2/5`}
        defaultValue={name}
        aria-label={t('contacts:fields.name')}
        placeholder={t('contacts:fields.name')}
        maxLength={100}
      />
      <input
        name="fieldValue"
        className={`${inputClass} basis-3/5`}
        defaultValue={value}
        aria-label={t('contacts:fields.value')}
        placeholder={t('contacts:fields.value')}
        maxLength={1000}
      />
    </div>
  );
}

export function DeleteContactDialog({ contact }: { contact: { id: number; name: string; number: string } }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="contact-delete"
      title={t('contacts:delete', { name: contactName(contact) })}
      what={contactName(contact)}
      text={
        <>
          {t('common:confirmDelete')} {t('contacts:deleteHint')}
        </>
      }
      action={paths.contact(contact.id)}
    />
  );
}

export function BlockDialog({
  contact,
}: {
  contact: { id: number; name: string; number: string; isBlocked: boolean };
}) {
  const t = useT();
  const what = contact.isBlocked ? 'unblock' : 'block';
  return (
    <ConfirmDialog
      id="contact-block"
      title={t(`contacts:${what}.title`, { name: contactName(contact) })}
      what={contactName(contact)}
      text={t(`contacts:${what}.text`)}
      action={paths.blockContact(contact.id)}
      method="post"
      submitLabel={t(`contacts:${what}.submit`)}
      submitVariant={contact.isBlocked ? 'primary' : 'danger'}
    >
      <input type="hidden" name="blocked" value={String(!contact.isBlocked)} />
    </ConfirmDialog>
  );
}
