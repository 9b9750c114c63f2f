import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { Dialog, DialogForm } from '../../ui/dialog.tsx';

type Offer = {
  planId: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  value: number;
  recurrence: string;
  isCurrent: boolean;
  difference: number | null;
  excess: { limited: string; limit: number; inUse: number } | null;
};

export function PlanDialog({ offers, error }: { offers: Offer[]; error?: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const others = offers.filter(({ isCurrent }) => !isCurrent);
  if (others.length === 0)
    return (
      <Dialog id="plan-dialog" title={t('billing:changePlan')} size="sm">
        <p>{t('billing:noOtherPlan')}</p>
      </Dialog>
    );
  return (
    <DialogForm
      id="plan-dialog"
      title={t('billing:changePlan')}
      action={billingPaths.plans()}
      submitLabel={t('billing:planChoose')}
      error={error}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{t('billing:changePlan')}</legend>
        {others.map((offer) => (
          <label
            key={offer.planId}
            className="flex cursor-pointer items-start gap-3 rounded-box border border-base-300 p-3"
          >
            <input
              type="radio"
              name="planId"
              value={offer.planId}
              disabled={offer.excess !== null}
              className="radio radio-primary radio-sm mt-1"
            />
            <span className="min-w-0 grow">
              <span className="flex flex-wrap justify-between gap-x-3 font-semibold">
                <span>{offer.name}</span>
                <span className="tabular-nums">
                  {formatReais(offer.value, i18n)} {t(`billing:recurrences.${offer.recurrence}`)}
                </span>
              </span>
              <span className="block text-muted text-sm">
                {t('billing:limits.users', { count: offer.users })} ·{' '}
                {t('billing:limits.connections', { count: offer.connections })} ·{' '}
                {t('billing:limits.queues', { count: offer.queues })}
              </span>
              <span className="block text-sm">{whenOf(offer, i18n)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </DialogForm>
  );
}

function whenOf({ excess, difference }: Offer, i18n: I18n): string {
  const { t } = i18n;
  if (excess) return t(`billing:excess.${excess.limited}`, excess);
  if (difference === null) return t('billing:planLater');
  return t('billing:planNow', { value: formatReais(difference, i18n) });
}
