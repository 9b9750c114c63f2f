import type { I18n } from '../../i18n.tsx';

export const MB = 1_000_000;

export const whole = (value: number, { locale }: I18n, digits = 0) =>
  value.toLocaleString(locale, { maximumFractionDigits: digits });

export const megabytes = (bytes: number, i18n: I18n) => `${whole(bytes / MB, i18n)} MB`;

export const percent = (share: number, { locale }: I18n) =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });
