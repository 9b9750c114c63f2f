import { useT } from '../../i18n.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';
import type { ConnectionDialogProps } from './connection-dialog.tsx';

export const DATA_FIELDS = ['name', 'isDefault', 'greetingMessage'] as const;

type DataPaneProps = Required<Pick<ConnectionDialogProps, 'values' | 'errors' | 'isOnlyDefault'>>;

export function DataPane({ values, errors, isOnlyDefault }: DataPaneProps) {
  const t = useT();
  return (
    <>
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
      <Switch
        name="isDefault"
        label={t('connections:isDefault')}
        hint={t(isOnlyDefault ? 'connections:onlyDefaultHint' : 'connections:isDefaultHint')}
        defaultChecked={isOnlyDefault || values.isDefault}
        disabled={isOnlyDefault}
      />
      <TextWithVariables
        name="greetingMessage"
        label={t('connections:greeting')}
        hint={t('connections:greetingHint')}
        value={values.greetingMessage}
        error={errors.greetingMessage}
        maxLength={4096}
      />
    </>
  );
}
