import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { type Choice, ChoiceList, ChoiceSearch } from './choices.tsx';

type Named = { id: number; name: string };

export type NewContactValues = { name: string; number: string; email: string };

export type NewTicketDialogProps = {
  queues: Named[];
  connections: Named[];
  needsQueue: boolean;
  values: { queueId: string; whatsappId: string };
  contact: Choice | null;
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
    >
      <div id="new-ticket-contact">
        {newContact ? (
          <NewContactFields values={newContact} errors={errors} />
        ) : (
          <ContactSearch contact={contact} error={errors.contactId} />
        )}
      </div>
      <Select
        name="queueId"
        label={t('ticketDialogs:queue')}
        options={[{ value: '', label: noQueue }, ...queues.map(toOption)]}
        defaultValue={values.queueId}
        error={errors.queueId}
        required={needsQueue}
      />
      <Select
        name="whatsappId"
        label={t('ticketDialogs:connection')}
        options={[{ value: '', label: t('ticketDialogs:new.anyConnection') }, ...connections.map(toOption)]}
        defaultValue={values.whatsappId}
        error={errors.whatsappId}
      />
    </DialogForm>
  );
}

export function ContactSearch({ contact, error }: { contact: Choice | null; error?: string }) {
  const t = useT();
  return (
    <ChoiceSearch
      id="new-ticket-who"
      label={t('ticketDialogs:new.contact')}
      hint={t('ticketDialogs:searchHint')}
      href={paths.newTicketContacts()}
      error={error}
      autoFocus={!contact}
      required
    >
      {contact ? <ChoiceList name="contactId" choices={[contact]} chosen={contact.id} /> : null}
    </ChoiceSearch>
  );
}

export function ContactChoices({ contacts, typed }: { contacts: Choice[]; typed: string }) {
  const t = useT();
  const only = contacts.length === 1 ? (contacts[0]?.id ?? null) : null;
  return (
    <ChoiceList name="contactId" choices={contacts} chosen={only}>
      <Button
        variant="ghost"
        size="sm"
        icon="user-plus"
        className="mt-1 max-w-full justify-start self-start"
        hx-get={`${paths.newTicketContact()}?searchParam=${encodeURIComponent(typed)}`}
        hx-target="#new-ticket-contact"
        hx-swap="innerHTML"
      >
        <span className="truncate">{t('ticketDialogs:new.create', { name: typed })}</span>
      </Button>
    </ChoiceList>
  );
}

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
        defaultValue={values.number}
        error={errors.number}
        inputMode="tel"
        placeholder="5511988887777"
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
