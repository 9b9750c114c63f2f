import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { ComboboxField, type ComboboxOption, ComboboxOptions } from '../../ui/fields/combobox.tsx';

export type MergeDialogProps = {
  contact: { id: number; name: string };
  chosen: ComboboxOption | null;
  typed?: string;
  errors?: Record<string, string>;
};

export function MergeDialog({ contact, chosen, typed, errors = {} }: MergeDialogProps) {
  const t = useT();
  const { id, name } = contact;
  return (
    <DialogForm
      id="contact-merge"
      title={t('contacts:merge.title', { name })}
      action={paths.mergeContact(id)}
      submitLabel={t('contacts:merge.submit')}
    >
      <p className="text-pretty">{t('contacts:merge.text', { name })}</p>
      <ComboboxField
        id="merge-with"
        name="drop"
        textName="searchParam"
        href={paths.mergeChoices(id)}
        label={t('contacts:merge.with')}
        placeholder={t('contacts:merge.search')}
        chosen={chosen}
        defaultText={chosen?.text ?? typed}
        error={errors.drop}
        autoFocus
        required
      />
    </DialogForm>
  );
}

/** `choices` is null when the text is too short for a search. */
export function MergeChoices({ text, choices }: { text: string; choices: ComboboxOption[] | null }) {
  const t = useT();
  const note = choices ? 'contacts:merge.nobody' : 'contacts:merge.search';
  return <ComboboxOptions text={text} options={choices ?? []} note={choices?.length ? undefined : t(note)} />;
}
