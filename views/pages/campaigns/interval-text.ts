import type { Translate } from '../../i18n.tsx';

export const secondsText = (t: Translate, n: number): string =>
  n === 0 ? t('campaignSettings:pacing.none') : t('campaignSettings:pacing.seconds', { count: n });

export const messagesText = (t: Translate, n: number): string =>
  n === 0 ? t('campaignSettings:pacing.never') : t('campaignSettings:pacing.messages', { count: n });
