import { InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { readMoment } from '@/modules/schedules/parse-date-time.logic.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { CAMPAIGN_TEXTS, type CampaignInput, type CampaignTexts } from './campaigns.schema.ts';

export function textsOf(input: CampaignInput, known: CampaignRow | undefined) {
  return {
    name: storable(input.name),
    messages: listOf('message', input, known?.messages),
    confirmationMessages: listOf('confirmationMessage', input, known?.confirmationMessages),
  };
}

function listOf(
  name: 'message' | 'confirmationMessage',
  input: CampaignTexts,
  known: string[] = [],
): string[] {
  return CAMPAIGN_TEXTS.map((number) => input[`${name}${number}`] ?? known[number - 1] ?? '');
}

/** Undefined stays unchanged. Throws InvalidInput. */
export function momentOf(tx: Scope, typed: string | null | undefined): Date | null | undefined {
  if (typed === null || typed === undefined) return typed;
  const at = readMoment(typed, tx.timeZone);
  if (!at) throw new InvalidInput({ scheduledAt: 'validation:invalid' });
  return at;
}
