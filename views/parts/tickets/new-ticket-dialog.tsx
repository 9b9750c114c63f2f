import { paths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { ComboboxField, type ComboboxOption, ComboboxOptions } from '../../ui/fields/combobox.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';

type Named = { id: number; name: string };

export type NewContactValues = { name: string; number: string; email: string };

export type NewTicketDialogProps = {
  queues: Named[];
  connections: (Named & { status: string })[];
  needsQueue: boolean;
  values: { queueId: string; whatsappId: string };
  contact: ComboboxOption | null;
  typed?: string;
  newContact: NewContactValues | null;
  errors?: Record<string, string>;
  held?: string;
};

export function NewTicketDialog({
  queues,
  connections,
  needsQueue,
  values,
  contact,
  typed,
  newContact,
  errors = {},
  held,
}: NewTicketDialogProps) {
  const t = useT();
  const toOption = ({ id, name }: Named) => ({ value: id, label: name });
  const noQueue = t(needsQueue ? 'ticketDialogs:choose' : 'tickets:noQueue');
  return (
    <DialogForm
      id="new-ticket"
      title={t('ticketDialogs:new.title')}
      action={paths.tickets()}
      submitLabel={t('ticketDialogs:new.submit')}
      error={held}
      values={values}
      errors={errors}
    >
      <div id="new-ticket-contact">
        {newContact ? (
          <NewContactFields values={newContact} errors={errors} />
        ) : (
          <ContactSearch contact={contact} typed={typed} error={errors.contactId} />
        )}
      </div>
      <Select
        name="queueId"
        label={t('ticketDialogs:queue')}
        options={[{ value: '', label: noQueue }, ...queues.map(toOption)]}
        required={needsQueue}
      />
      <Select
        name="whatsappId"
        label={t('ticketDialogs:connection')}
        options={connections.map(({ id, name, status }) => ({
          value: id,
          label: status === 'CONNECTED' ? name : t('ticketDialogs:new.connectionDown', { name }),
        }))}
      />
    </DialogForm>
  );
}

type ContactSearchProps = Pick<NewTicketDialogProps, 'contact' | 'typed'> & { error?: string };

export function ContactSearch({ contact, typed, error }: ContactSearchProps) {
  const t = useT();
  return (
    <ComboboxField
      id="new-ticket-who"
      name="contactId"
      textName="searchParam"
      href={paths.newTicketContacts()}
      label={t('ticketDialogs:new.contact')}
      placeholder={t('ticketDialogs:searchHint')}
      chosen={contact}
      defaultText={contact?.text ?? typed}
      error={error}
      createHref={paths.newTicketContact()}
      createTarget="#new-ticket-contact"
      autoFocus={!contact}
      required
    />
  );
}

/** `contacts` is null when the text is too short for a search; no contact can be created from it either. */
export function ContactChoices({ text, contacts }: { text: string; contacts: ComboboxOption[] | null }) {
  const t = useT();
  return (
    <ComboboxOptions
      text={text}
      options={contacts ?? []}
      createLabel={contacts ? t('ticketDialogs:new.create', { name: readable(text) }) : undefined}
      note={contacts ? undefined : t('ticketDialogs:searchHint')}
    />
  );
}

/** Typed digits without a country code stay as typed. */
const readable = (typed: string) => (/^55\d{10,11}$/.test(typed) ? formatNumber(typed) : typed);

export function NewContactFields({
  values,
  errors = {},
}: {
  values: NewContactValues;
  errors?: Record<string, string>;
}) {
  const t = useT();
  return (
    <fieldset className="flex flex-col gap-3 rounded-field border border-base-300 p-3">
      <legend className="px-1 font-semibold text-sm">{t('ticketDialogs:new.newContact')}</legend>
      <Field
        name="name"
        label={t('common:name')}
        defaultValue={values.name}
        error={errors.name}
        maxLength={50}
        autoFocus={!values.name}
        required
      />
      <Field
        name="number"
        label={t('ticketDialogs:new.number')}
        defaultValue={readable(values.number)}
        error={errors.number}
        inputMode="tel"
        placeholder="+55 (11) 98888-7777"
        maxLength={50}
        autoFocus={Boolean(values.name)}
        required
      />
      <Field name="email" label={t('contacts:email')} defaultValue={values.email} error={errors.email} />
      <Button
        variant="ghost"
        size="sm"
        icon="search"
        className="self-start"
        hx-get={`${paths.newTicketContact()}?searchParam=`}
        hx-target="#new-ticket-contact"
        hx-swap="innerHTML"
      >
        {t('ticketDialogs:new.searchAgain')}
      </Button>
    </fieldset>
  );
}
