import { countedText } from '@/modules/erasures/counted.schema.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { RETENTION_MONTHS } from '@/modules/settings/settings.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, opensDialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';

type RetentionMonths = { messages: number; media: number };

export function Retention({ months: saved }: { months: RetentionMonths }) {
  const { t } = useI18n();
  const options = RETENTION_MONTHS.map((months) => ({
    value: months,
    label:
      months === '0'
        ? t('erasures:retention.forever')
        : t('erasures:retention.months', { count: Number(months) }),
  }));
  return (
    <section className="panel mb-6 p-4" aria-labelledby="retention">
      <h2 id="retention" className="font-semibold">
        {t('erasures:retention.title')}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted text-sm">{t('erasures:retention.text')}</p>
      <form className="mt-3 flex flex-wrap items-end gap-3" {...opensDialog(erasurePaths.retention())}>
        {(['messages', 'media'] as const).map((what) => (
          <Select
            key={what}
            name={what}
            label={t(`erasures:retention.${what}`)}
            defaultValue={String(saved[what])}
            options={options}
          />
        ))}
        <Button type="submit">{t('erasures:retention.check')}</Button>
      </form>
    </section>
  );
}

type RetentionDialogProps = { wanted: { messages: string; media: string }; counts: RetentionMonths };

export function RetentionDialog({ wanted, counts }: RetentionDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isAny = counts.messages + counts.media > 0;
  const texts = {
    messages: countedText(i18n, 'messages', counts.messages),
    media: countedText(i18n, 'files', counts.media),
  };
  return (
    <ConfirmDialog
      id="retention-change"
      title={t('erasures:retention.confirm')}
      what={isAny ? `${texts.messages}, ${texts.media}` : t('erasures:retention.confirm')}
      text={isAny ? t('erasures:retention.goes') : t('erasures:retention.nothing')}
      action={erasurePaths.retention()}
      method="put"
      asksForPassword
      submitLabel={t('erasures:retention.save')}
      submitVariant={isAny ? 'danger' : 'primary'}
    >
      <input type="hidden" name="messages" value={wanted.messages} />
      <input type="hidden" name="media" value={wanted.media} />
    </ConfirmDialog>
  );
}
