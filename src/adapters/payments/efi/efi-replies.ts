import { z } from 'zod';

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export const Webhook = z.object({ webhookUrl: z.string() });

/** Fields we read of a charge ("cob"). Its status is ATIVA, CONCLUIDA, or one for removed charges. */
export const Cob = z.object({
  txid: z.string(),
  status: z.string(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(z.object({ valor: z.string().regex(/^\d{1,10}\.\d\d$/) })).optional(),
});
export type Cob = z.infer<typeof Cob>;
