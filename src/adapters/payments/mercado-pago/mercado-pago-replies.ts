import { z } from 'zod';

export const Payment = z.object({
  id: z.union([z.number(), z.string()]),
  /** pending, approved, authorized, in_process, in_mediation, rejected, cancelled, refunded, charged_back. */
  status: z.string(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number(),
  point_of_interaction: z
    .object({ transaction_data: z.object({ qr_code: z.string().nullish() }).nullish() })
    .nullish(),
});
export type Payment = z.infer<typeof Payment>;

export const Found = z.object({ results: z.array(Payment) });

export const Preference = z.object({ id: z.string(), init_point: z.url() });
