export const CAMPAIGN_STATUSES = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'CANCELADA',
  'FINALIZADA',
] as const;

/**
 * waiting → sending → delivered, or failed · with a question: waiting → asking → asked → confirmed → sending → … ·
 * skipped: not on WhatsApp, opted out, blocked.
 */
export const SHIPPING_STATES = [
  'waiting',
  'asking',
  'asked',
  'confirmed',
  'sending',
  'delivered',
  'failed',
  'skipped',
] as const;
