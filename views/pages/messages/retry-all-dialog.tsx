import { paths, type Query } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';

type RetryAllProps = {
  ids: number[];
  since: string | null;
  hasMore: boolean;
  which: Query;
};

export function RetryAllDialog({ ids, since, hasMore, which }: RetryAllProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const title = t('messages:failed.retryQuestion', { count: ids.length });
  if (ids.length === 0)
    return (
      <Dialog id="retry-all" title={t('messages:failed.retryAll')}>
        <p>{t('messages:failed.none')}</p>
      </Dialog>
    );
  const at = since ? formatMoment(since, i18n) : '';
  return (
    <ConfirmDialog
      id="retry-all"
      title={title}
      what={title}
      text={t('messages:failed.retryText', { at })}
      method="post"
      action={paths.retryFailedMessages(which)}
      submitLabel={t('messages:failed.retryAll')}
      submitVariant="primary"
    >
      {hasMore ? (
        <p className="mt-2 text-pretty text-muted text-sm">{t('messages:failed.retryMore')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
