import type { CheckoutForm, CheckoutStep } from '@/modules/billing/billing.schema.ts';
import type { InvoiceRowView } from '@/modules/billing/billing.views.ts';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { BillingFields } from './billing-fields.tsx';

type CheckoutDialogProps = {
  invoice: InvoiceRowView;
  values: CheckoutForm;
  step: CheckoutStep;
  errors?: Record<string, string>;
  methods: ('pix' | 'card')[];
};

export const CHECKOUT = 'checkout-dialog';
const STEPS = ['data', 'customise', 'review'] as const;
const PRESERVED = [
  'billingName',
  'document',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
  'addressZipCode',
  'addressCountry',
] as const;

export function CheckoutDialog({ invoice, values, step, errors, methods }: CheckoutDialogProps) {
  const t = useT();
  const isLast = step === 'review';
  return (
    <DialogForm
      id={CHECKOUT}
      title={t('billing:checkout.title')}
      action={billingPaths.checkout(invoice.id, isLast ? 'pay' : 'next')}
      submitLabel={t(isLast ? 'billing:checkout.pay' : 'billing:checkout.next')}
      footer={step === 'data' ? undefined : <Back invoiceId={invoice.id} />}
    >
      <StepList step={step} />
      <input type="hidden" name="step" value={step} />
      {step === 'data' ? (
        <>
          <input type="hidden" name="method" value={values.method} />
          <BillingFields values={values} errors={errors} className={CHECKOUT} />
        </>
      ) : (
        <>
          {PRESERVED.map((name) => (
            <input key={name} type="hidden" name={name} value={values[name]} />
          ))}
          {step === 'customise' ? (
            <Customise invoice={invoice} values={values} methods={methods} />
          ) : (
            <Review invoice={invoice} values={values} />
          )}
        </>
      )}
    </DialogForm>
  );
}

function Back({ invoiceId }: { invoiceId: number }) {
  const t = useT();
  return (
    <Button
      variant="ghost"
      icon="arrow-left"
      hx-post={billingPaths.checkout(invoiceId, 'back')}
      hx-target={`#${CHECKOUT}`}
      hx-swap="outerMorph"
      hx-include="closest form"
      className="foot-back"
    >
      {t('billing:checkout.back')}
    </Button>
  );
}

function StepList({ step }: { step: CheckoutStep }) {
  const t = useT();
  return (
    <ol className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label={t('billing:checkout.steps')}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={name === step ? 'step' : undefined}
          className={name === step ? 'font-semibold' : 'text-muted'}
        >
          {index + 1}. {t(`billing:checkout.${name}`)}
        </li>
      ))}
    </ol>
  );
}

function Customise({
  invoice,
  values,
  methods,
}: Pick<CheckoutDialogProps, 'invoice' | 'values' | 'methods'>) {
  const t = useT();
  return (
    <>
      <PlanCard invoice={invoice} />
      <fieldset className="mt-4">
        <legend className="field-label">{t('billing:checkout.method')}</legend>
        {methods.map((method) => (
          <label key={method} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="method"
              value={method}
              defaultChecked={method === values.method || methods.length === 1}
              className="radio radio-primary radio-sm"
            />
            <span>{t(`billing:methods.${method}`)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function PlanCard({ invoice }: Pick<CheckoutDialogProps, 'invoice'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const { detail, users, connections, queues, value, recurrence, kind } = invoice;
  return (
    <div className="rounded-box border border-base-300 p-4">
      <p className="font-semibold">{detail}</p>
      <p className="mt-1 font-semibold text-2xl tabular-nums">{formatReais(value, i18n)}</p>
      <p className="text-muted text-sm">
        {kind === 'change' ? t('billing:changeHint') : t(`billing:recurrences.${recurrence}`)}
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <li>{t('billing:limits.users', { count: users })}</li>
        <li>{t('billing:limits.connections', { count: connections })}</li>
        <li>{t('billing:limits.queues', { count: queues })}</li>
      </ul>
    </div>
  );
}

function Review({ invoice, values }: Pick<CheckoutDialogProps, 'invoice' | 'values'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const rows: [label: string, text: string][] = [
    [t('billing:fields.billingName'), values.billingName],
    [
      t('billing:checkout.address'),
      [
        values.addressStreet,
        values.addressDistrict,
        values.addressCity,
        values.addressState,
        values.addressZipCode,
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [t('billing:fields.document'), values.document],
    [t('billing:checkout.method'), t(`billing:methods.${values.method}`)],
    [t('billing:dueDate'), formatDate(invoice.dueDate, i18n)],
  ];
  return (
    <>
      <input type="hidden" name="method" value={values.method} />
      <PlanCard invoice={invoice} />
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {rows
          .filter(([, text]) => text)
          .map(([label, text]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
