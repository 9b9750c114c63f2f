import type { Toast } from '@views/shell.ts';
import { LOCALES } from '../i18n.ts';
import type { Kernel, UserActor } from '../scope.ts';

/** Heard by our own pages only, on whatever page they are. */
export const TOAST_CHANNEL = 'toast';

export type ToldToast = {
  level: Toast['level'];
  key: string;
  vars?: Record<string, string | number>;
  canHear(actor: UserActor): boolean;
};

/** The hub does not know what language a page speaks, so the text goes out in all of them. */
export function tellToast(
  { hub, translations }: Kernel,
  companyId: number,
  { level, key, vars, canHear }: ToldToast,
): void {
  const text = Object.fromEntries(LOCALES.map((locale) => [locale, translations.t(locale)(key, vars)]));
  hub.deliver(companyId, { channel: TOAST_CHANNEL, data: { level, text }, canHear });
}
