import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createDependencies } from '@/dependencies.ts';
import { openCharge } from '@/modules/billing/charges/open-charge.service.ts';
import { sweepCharges } from '@/modules/billing/charges/poll-charges.service.ts';
import { handleNotification } from '@/modules/billing/confirm/handle-notification.service.ts';
import { findOpenInvoice } from '@/modules/billing/invoices/invoices.queries.ts';
import { webhookSecret } from '@/modules/billing/providers/provider-settings.service.ts';
import { createFakeWhatsApp } from '../support/whatsapp.ts';
import { holdAtCommitOf } from './hold-at-commit.ts';

export type PayingMoment = {
  dataDir: string;
  now: number;
  efiUrl: string;
  companyId: number;
  does: 'ask' | 'sweep' | 'hear';
  txid?: string;
  holdsAt?: string;
};

const { dataDir, now, efiUrl, companyId, does, txid, holdsAt } = JSON.parse(
  process.env.PAYING ?? '',
) as PayingMoment;
if (holdsAt) holdAtCommitOf(dataDir, holdsAt);
const lock = lockData(dataDir);
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', EFI_URL: efiUrl });
const dependencies = await createDependencies(config, {
  clock: () => new Date(now),
  log: createLog('silent'),
  createWhatsApp: () => createFakeWhatsApp(),
});
const { kernel } = dependencies;
if (does === 'ask') {
  const invoice = await findOpenInvoice(kernel.platform, companyId);
  if (invoice) await openCharge(kernel, { invoice, method: 'pix', origin: '' });
}
if (does === 'sweep') await sweepCharges(kernel);
if (does === 'hear') {
  const signed = { signature: '', requestId: '', dataId: '' };
  const type = await webhookSecret(kernel);
  await handleNotification(kernel, { type, body: { pix: [{ txid }] }, signed });
}
await dependencies.stop();
lock.release();
process.exit(0);
