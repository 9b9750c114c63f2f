import type { Toast } from '@views/shell.ts';
import { LOCALES } from '../i18n.ts';
import type { Kernel, UserActor } from '../scope.ts';

export const TOAST_CHANNEL = 'toast';

export type LiveToast = {
  level: Toast['level'];
  key: string;
  vars?: Record<string, string | number>;
  canReceive(actor: UserActor): boolean;
};

/** The hub does not know the language of a page, so it sends the text in all of them. */
export function publishToast(
  { hub, translations }: Kernel,
  companyId: number,
  { level, key, vars, canReceive }: LiveToast,
): void {
  const text = Object.fromEntries(LOCALES.map((locale) => [locale, translations.t(locale)(key, vars)]));
  hub.deliver(companyId, { channel: TOAST_CHANNEL, data: { level, text }, canReceive });
}
