import type { InvoiceRowView } from '@/modules/billing/billing.views.ts';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/fields/field.tsx';
import { ClientId } from '../../ui/fields/form-key.tsx';
import { InvoiceStateBadge } from './invoice-state.tsx';

type InvoiceDialogProps = {
  invoice: InvoiceRowView;
  /** The company's credit for coming invoices, in reais. */
  unused: number;
};

export function InvoiceDialog({ invoice, unused }: InvoiceDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { id, state } = invoice;
  return (
    <Dialog
      id="invoice"
      title={t('billing:pdf.invoice', { id })}
      size="sm"
      isText
      footer={
        <LinkButton icon="download" href={billingPaths.anyReceipt(id)} download="">
          {t(state === 'paid' ? 'billing:receipt' : 'billing:copy')}
        </LinkButton>
      }
    >
      <dl className="grid gap-x-4 gap-y-2 text-sm">
        {factsOf(invoice, unused, i18n).map(([key, value]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="text-muted">{t(`billing:${key}`)}</dt>
            <dd className="wrap-anywhere text-end">{value}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t('billing:state')}</dt>
          <dd>
            <InvoiceStateBadge state={state} />
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}

function factsOf(invoice: InvoiceRowView, unused: number, i18n: I18n): [key: string, value: string][] {
  const { t } = i18n;
  const { companyName, detail, value, credit, dueDate, paidAt, paidUntil, paidBy, note, timeZone } = invoice;
  const reais = (amount: number) => formatReais(amount, i18n);
  const day = (at: string) => formatDate(at, { timeZone });
  const facts: (false | [string, string])[] = [
    ['company', companyName],
    ['detail', detail],
    ['value', reais(value)],
    credit > 0 && ['credit', reais(credit)],
    ['dueDate', day(dueDate)],
    paidAt !== null && ['pdf.paidAt', day(paidAt)],
    paidBy !== null && ['pdf.paidBy', t(`billing:providers.${paidBy}`)],
    paidUntil !== null && ['pdf.paidUntil', day(paidUntil)],
    note !== '' && ['note', note],
    unused > 0 && ['unusedCredit', reais(unused)],
  ];
  return facts.filter((fact) => fact !== false);
}

type CorrectionProps = { invoice: InvoiceRowView; note: string; errors?: Record<string, string> };

type CreditDialogProps = {
  invoice: InvoiceRowView;
  values: { value: string; note: string };
  errors?: Record<string, string>;
};

export function CreditDialog({ invoice, values, errors = {} }: CreditDialogProps) {
  const { t } = useI18n();
  const { id, companyName: company } = invoice;
  return (
    <DialogForm
      id="invoice-credit"
      title={t('billing:correct.creditTitle', { company })}
      action={billingPaths.giveCredit(id)}
      submitLabel={t('billing:correct.credit')}
      size="sm"
      values={values}
      errors={errors}
    >
      <ClientId />
      <p>{t('billing:correct.creditText')}</p>
      <Field
        name="value"
        label={t('billing:correct.creditValue')}
        inputMode="decimal"
        maxLength={12}
        required
        autoFocus
      />
      <Note note={values.note} error={errors.note} />
    </DialogForm>
  );
}

export function CancelInvoiceDialog({ invoice, note, errors = {} }: CorrectionProps) {
  const { t } = useI18n();
  const { id, companyName: company, kind } = invoice;
  return (
    <DialogForm
      id="invoice-cancel"
      title={t('billing:correct.cancelTitle', { id, company })}
      action={billingPaths.confirmCancel(id)}
      submitLabel={t('billing:correct.cancel')}
      closeLabel={t('common:steps.back')}
      size="sm"
    >
      <p>{t(`billing:correct.cancelText.${kind}`)}</p>
      <Note note={note} error={errors.note} autoFocus />
    </DialogForm>
  );
}

export function UndoPaymentDialog({ invoice, note, errors = {} }: CorrectionProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { id, companyName: company, dueDate, timeZone } = invoice;
  return (
    <DialogForm
      id="invoice-undo"
      title={t('billing:correct.undoTitle', { id, company })}
      action={billingPaths.confirmUndo(id)}
      submitLabel={t('billing:correct.undo')}
      size="sm"
    >
      <p>{t('billing:correct.undoText', { day: formatDate(dueDate, { timeZone }) })}</p>
      <Note note={note} error={errors.note} autoFocus />
    </DialogForm>
  );
}

function Note({ note, error, autoFocus }: { note: string; error?: string; autoFocus?: boolean }) {
  const { t } = useI18n();
  return (
    <TextArea
      name="note"
      label={t('billing:note')}
      hint={t('billing:correct.noteHint')}
      defaultValue={note}
      error={error}
      rows={3}
      maxLength={500}
      required
      autoFocus={autoFocus}
    />
  );
}
