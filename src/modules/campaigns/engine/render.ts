import { cutAt } from '@/kernel/db/text.ts';
import { MAX_BODY } from '../../messages/messages.schema.ts';
import { fillAround } from '../../messages/write/fill-around.schema.ts';
import { nameToFillIn } from '../../messages/write/variables.schema.ts';
import type { CampaignVariable } from '../settings/campaign-settings.schema.ts';

export type Recipient = { name: string; email: string; number: string };

const VARIABLE = /\{([^{}\n]{1,60})\}/g;

/** In one pass: what a value contains is never a variable again. An unknown one stays as it was typed. */
export function render(text: string, to: Recipient, own: CampaignVariable[]): string {
  const values = new Map(own.map(({ key, value }) => [key.toLowerCase(), value]));
  values
    .set('nome', nameToFillIn({ contact: to }))
    .set('email', to.email)
    .set('numero', to.number);
  return cutAt(
    fillAround(text, VARIABLE, (name) => values.get(name.toLowerCase())),
    MAX_BODY,
  );
}

/** Each contact gets the next of the texts; '' when there is none. */
export function textFor(texts: string[], turn: number): string {
  const written = texts.filter((text) => text.trim() !== '');
  return written[turn % Math.max(written.length, 1)] ?? '';
}
