import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import type { PlanUse } from '@/modules/quotas/quotas.schema.ts';
import { type I18n, useI18n, useT } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { PlanUsePanel } from '../../parts/quotas/use-list.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { LivePart } from '../../ui/live-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BillingFields, type BillingValues } from './billing-fields.tsx';

type SubscriptionPageProps = {
  values: BillingValues & { billingEmail: string };
  errors?: Record<string, string>;
  billing: {
    dueDate: string | null;
    trialDaysLeft: number | null;
    planName: string | null;
    nextPlanName: string | null;
    isFree: boolean;
    methods: string[];
  };
  use: PlanUse;
};

export function SubscriptionPage({ values, errors, billing, use }: SubscriptionPageProps) {
  const t = useT();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={t('billing:subscription')}>
        <LinkButton icon="receipt" href={billingPaths.list()}>
          {t('billing:history')}
        </LinkButton>
      </PageHeader>
      <SubscriptionState billing={billing} />
      <PlanUsePanel {...use} />
      <LivePart id="billing-data-live" href={billingPaths.subscription()} refreshOn="billingData">
        <SubscriptionForm values={values} errors={errors} />
      </LivePart>
    </div>
  );
}

function SubscriptionState({ billing }: Pick<SubscriptionPageProps, 'billing'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const { dueDate, trialDaysLeft, planName, nextPlanName, isFree, methods } = billing;
  return (
    <LivePart
      id="subscription-state"
      className="panel mb-4 p-4"
      href={billingPaths.subscription()}
      refreshOn={['invoices', 'payment']}
    >
      <p className="font-semibold">{textOf({ dueDate, trialDaysLeft }, i18n)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {planName ? (
          <p className="mr-auto text-sm">
            {t('billing:plan')}: <span className="font-semibold">{planName}</span>
          </p>
        ) : null}
        {dueDate && planName ? (
          <Button icon="transfer" {...opensDialog(billingPaths.plans())}>
            {t('billing:changePlan')}
          </Button>
        ) : null}
        {dueDate && !isFree && methods.length > 0 ? (
          <Button variant="primary" icon="wallet" {...opensDialog(billingPaths.now())}>
            {t(trialDaysLeft === null ? 'billing:payNow' : 'billing:subscribeNow')}
          </Button>
        ) : null}
      </div>
      {nextPlanName && dueDate ? (
        <div role="status" className="notice tone-info mt-3">
          <Icon name="info" size={18} />
          <div className="flex min-w-0 grow flex-wrap items-center gap-3">
            <p className="grow">
              {t('billing:nextPlan', { plan: nextPlanName, date: formatDate(dueDate, i18n) })}
            </p>
            <Button size="sm" hx-delete={billingPaths.nextPlan()} hx-swap="none">
              {t('billing:withdrawPlan')}
            </Button>
          </div>
        </div>
      ) : null}
    </LivePart>
  );
}

function textOf(
  { dueDate, trialDaysLeft }: Pick<SubscriptionPageProps['billing'], 'dueDate' | 'trialDaysLeft'>,
  i18n: I18n,
): string {
  const { t } = i18n;
  if (trialDaysLeft === 0) return t('billing:trialToday');
  if (trialDaysLeft !== null) return t('billing:trial', { count: trialDaysLeft });
  if (dueDate) return t('billing:activeUntil', { date: formatDate(dueDate, i18n) });
  return t('billing:noEnd');
}

export function SubscriptionForm({ values, errors = {} }: Omit<SubscriptionPageProps, 'billing' | 'use'>) {
  const t = useT();
  return (
    <form
      id="billing-data"
      noValidate
      className="panel flex flex-col gap-3 p-4"
      hx-put={billingPaths.subscription()}
      hx-target="this"
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
      data-guard=""
    >
      <h2 className="font-semibold">{t('billing:data')}</h2>
      <Field
        name="billingEmail"
        type="email"
        label={t('billing:fields.billingEmail')}
        defaultValue={values.billingEmail}
        error={errors.billingEmail}
        hint={t('billing:emailHint')}
        maxLength={200}
      />
      <BillingFields values={values} errors={errors} />
      <Button type="submit" variant="primary" className="mt-2 self-start">
        {t('common:save')}
      </Button>
    </form>
  );
}
