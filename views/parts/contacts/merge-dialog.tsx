import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { type Choice, ChoiceList, ChoiceSearch } from '../tickets/choices.tsx';

export type MergeDialogProps = {
  contact: { id: number; name: string };
  /** Who was chosen in a form that came back. */
  chosen: Choice | null;
  errors?: Record<string, string>;
};

/** Who else is the same person. */
export function MergeDialog({ contact, chosen, errors = {} }: MergeDialogProps) {
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
      <ChoiceSearch
        id="merge"
        label={t('contacts:merge.with')}
        hint={t('contacts:merge.search')}
        href={paths.mergeChoices(id)}
        error={errors.drop}
        autoFocus
        required
      >
        {chosen ? <MergeChoices choices={[chosen]} /> : null}
      </ChoiceSearch>
    </DialogForm>
  );
}

export function MergeChoices({ choices }: { choices: Choice[] }) {
  const t = useT();
  const chosen = choices.length === 1 ? (choices[0]?.id ?? null) : null;
  return (
    <ChoiceList name="drop" choices={choices} chosen={chosen}>
      {choices.length === 0 ? <p className="field-hint px-2 py-1">{t('contacts:merge.nobody')}</p> : null}
    </ChoiceList>
  );
}
