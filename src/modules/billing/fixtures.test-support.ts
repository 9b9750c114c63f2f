import { charges, invoices, paymentNotices } from '@db/platform/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async ({ kernel, companyId }, _fixtures, mark) => {
  const terms = { users: 10, connections: 10, queues: 10, recurrence: 'MENSAL', cents: 3_000 };
  const due = { dueDate: new Date('2026-03-20T15:00:00Z'), dueDay: '2026-03-20' };
  return kernel.platform.write(async (tx) => {
    const [invoice] = await tx
      .insert(invoices)
      .values({ companyId, detail: `Plano ${mark}`, ...terms, ...due })
      .returning({ id: invoices.id });
    const invoiceId = invoice?.id ?? 0;
    const about = { provider: 'efi', reference: `b${companyId}i${invoiceId}x${mark}`, cents: 3_000 } as const;
    const [charge] = await tx
      .insert(charges)
      .values({ ...about, invoiceId, method: 'pix', status: 'open', pixCode: `pix ${mark}` })
      .returning({ id: charges.id });
    const [notice] = await tx
      .insert(paymentNotices)
      .values({ ...about, companyId, invoiceId, reason: 'underpaid' })
      .returning({ id: paymentNotices.id });
    return { invoiceId, chargeId: charge?.id, noticeId: notice?.id };
  });
};
