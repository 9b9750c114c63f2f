import { countedText } from '@/modules/erasures/counted.schema.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { ERASURE_COUNTS, type ErasureCounts } from '@/modules/erasures/erasures.schema.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/fields/switch.tsx';

type EraseDialogProps = {
  contact: { id: number; name: string; number: string };
  counts: ErasureCounts;
  errors?: Record<string, string> | undefined;
};

export function EraseDialog({ contact, counts, errors = {} }: EraseDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const there = ERASURE_COUNTS.filter((what) => counts[what] > 0);
  const name = contactName(contact);
  return (
    <ConfirmDialog
      id="contact-erase"
      title={t('erasures:erase.title', { name })}
      what={name}
      text={t('erasures:erase.question')}
      action={erasurePaths.erase(contact.id)}
      method="post"
      size="md"
      asksForPassword
      submitLabel={t('erasures:erase.submit')}
      error={errors.understood ?? errors.form}
    >
      {there.length > 0 ? (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-field bg-base-200 px-4 py-3 font-medium sm:grid-cols-3">
          {there.map((what) => (
            <li key={what}>{countedText(i18n, what, counts[what])}</li>
          ))}
        </ul>
      ) : null}
      <p className="text-pretty">{t('erasures:erase.also')}</p>
      <p className="text-pretty text-muted">{t('erasures:erase.backups')}</p>
      <Switch name="understood" label={t('erasures:erase.understood')} />
    </ConfirmDialog>
  );
}
