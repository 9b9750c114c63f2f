import { z } from 'zod';

/** Reais with cents: `49.9`, `49,90`, `1.049,90`; at most a million. */
export const reais = (least: number) =>
  z
    .preprocess(
      (value) =>
        typeof value === 'string' && value.includes(',')
          ? value.replaceAll('.', '').replace(',', '.')
          : value,
      z.coerce
        .number('validation:invalid')
        .min(least, 'validation:invalid')
        .max(1_000_000, 'validation:invalid'),
    )
    .transform((value) => Math.round(value * 100) / 100);
