import type { InvoiceRowView } from '@/modules/billing/billing.views.ts';
import { useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';

const TONES = { open: 'info', overdue: 'error', paid: 'success', cancelled: 'neutral' } as const;

export function InvoiceStateBadge({ state }: Pick<InvoiceRowView, 'state'>) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`billing:states.${state}`)}</Badge>;
}
