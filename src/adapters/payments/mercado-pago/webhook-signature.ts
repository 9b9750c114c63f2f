import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedNotice = {
  /** `ts=…,v1=…` of the header x-signature. */
  signature: string;
  requestId: string;
  /** `data.id` of the address. */
  dataId: string;
};

/** HMAC-SHA256 of `id:…;request-id:…;ts:…;` (Mercado Pago, "Webhooks", secret signature). */
export function isSignedNotice(secret: string, { signature, requestId, dataId }: SignedNotice): boolean {
  if (!secret) return false;
  const parts = new Map(signature.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
  const [ts = '', received = ''] = [parts.get('ts'), parts.get('v1')];
  const id = dataId ? `id:${dataId.toLowerCase()};` : '';
  const request = requestId ? `request-id:${requestId};` : '';
  const expected = Buffer.from(createHmac('sha256', secret).update(`${id}${request}ts:${ts};`).digest('hex'));
  const found = Buffer.from(received);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
