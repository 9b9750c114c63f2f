import { withoutVariables } from '@/modules/messages/write/variables.schema.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';

const LABEL = 35;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export function matching<Q extends QuickMessageView>(all: readonly Q[], query: string): Q[] {
  const wanted = plain(query.trim());
  const begins = all.filter((quick) => plain(quick.shortcode).startsWith(wanted));
  const holds = all.filter(
    (quick) => !begins.includes(quick) && plain(`${quick.shortcode} ${quick.message}`).includes(wanted),
  );
  return [...begins, ...holds];
}

/** `/shortcut - the first 35 letters…`; variables without a value become an ellipsis. */
export function quickLabel({ shortcode, message }: Pick<QuickMessageView, 'shortcode' | 'message'>): string {
  const content = withoutVariables(message).replace(/\s+/g, ' ').trim();
  const short = content.length > LABEL ? `${content.slice(0, LABEL).toWellFormed()}…` : content;
  return short ? `/${shortcode} - ${short}` : `/${shortcode}`;
}
