import { useT } from '../../i18n.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';
import type { ConnectionDialogProps } from './connection-dialog.tsx';

const TEXTS = ['complationMessage', 'outOfHoursMessage', 'ratingMessage', 'expiresInactiveMessage'] as const;
export const MESSAGE_FIELDS = [...TEXTS, 'expiresTicket'] as const;

export function MessagesPane({ values, errors }: Required<Pick<ConnectionDialogProps, 'values' | 'errors'>>) {
  const t = useT();
  return (
    <>
      {TEXTS.map((name) => (
        <TextWithVariables
          key={name}
          name={name}
          label={t(`connections:text.${name}`)}
          hint={t(`connections:text.${name}Hint`)}
          value={values[name]}
          error={errors[name]}
          maxLength={4096}
        />
      ))}
      <NumberField
        name="expiresTicket"
        label={t('connections:expiresTicket')}
        unit={t('connections:minutes')}
        hint={t('connections:expiresTicketHint')}
        value={values.numbers.expiresTicket}
        error={errors.expiresTicket}
      />
    </>
  );
}
