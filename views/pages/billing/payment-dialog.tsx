import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { PaymentCountdown } from '../../../islands/office/payment-countdown/payment-countdown.tsx';
import { useI18n, useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { QrImage } from '../../parts/connections/qr-image.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CHECKOUT } from './checkout-dialog.tsx';

type PixDialogProps = {
  chargeId: number;
  invoiceId: number;
  value: number;
  code: string;
  qr: { size: number; path: string } | null;
  secondsLeft: number;
};

/** Polls the payment itself: an administrator whose subscription has ended has no live updates. */
export function PixDialog({ chargeId, value, code, qr, secondsLeft }: PixDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <Dialog id={CHECKOUT} title={t('billing:pix.title')} size="sm">
      <div className="flex flex-col items-center gap-3 text-center">
        <p className="font-semibold text-2xl tabular-nums">{formatReais(value, i18n)}</p>
        {qr ? <QrImage label={t('billing:pix.qrLabel')} size={qr.size} path={qr.path} /> : null}
        <p className="text-sm">{t('billing:pix.how')}</p>
      </div>
      <div className="mt-3 flex items-end gap-2">
        <Field
          name="pixCode"
          label={t('billing:pix.code')}
          defaultValue={code}
          readOnly
          className="min-w-0 grow"
        />
        <Button icon="copy" data-copy={code} data-copied={t('common:copied')} className="mb-1">
          {t('common:copy')}
        </Button>
      </div>
      <div className="mt-2 flex items-center justify-center gap-1 text-sm">
        {t('billing:pix.endsIn')}{' '}
        <Island
          of={PaymentCountdown}
          name="payment-countdown"
          namespaces={[]}
          props={{ secondsLeft }}
          className="inline"
        />
      </div>
      <p
        role="status"
        className="mt-1 flex items-center justify-center gap-2 text-muted text-sm"
        hx-get={billingPaths.charge(chargeId)}
        hx-trigger="refresh:payment from:document, every 2s"
        hx-target={`#${CHECKOUT}`}
        hx-swap="outerMorph"
        hx-sync="this:drop"
      >
        <Spinner /> {t('billing:pix.waiting')}
      </p>
    </Dialog>
  );
}

export function ExpiredDialog({ invoiceId }: { invoiceId: number }) {
  const t = useT();
  return (
    <Dialog id={CHECKOUT} title={t('billing:pix.expired')} size="sm">
      <p>{t('billing:pix.expiredHint')}</p>
      <Button
        variant="primary"
        icon="refresh-cw"
        className="mt-3 self-start"
        hx-post={billingPaths.code(invoiceId)}
        hx-target={`#${CHECKOUT}`}
        hx-swap="outerMorph"
      >
        {t('billing:pix.again')}
      </Button>
    </Dialog>
  );
}

/** Redirects to the start page after four seconds (spec part 2 §9). */
export function PaidDialog({ until }: { until: string | null }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <Dialog id={CHECKOUT} title={t('billing:pix.paid')} size="sm">
      <div role="status" className="flex flex-col items-center gap-3 py-4 text-center">
        <Icon name="circle-check" size={48} className="text-success" />
        {until ? <p>{t('billing:pix.paidUntil', { date: formatDate(until, i18n) })}</p> : null}
        <div hx-get={billingPaths.paid()} hx-trigger="load delay:4s" hx-swap="none" />
      </div>
    </Dialog>
  );
}
