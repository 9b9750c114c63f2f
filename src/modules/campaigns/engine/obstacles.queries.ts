import type { Scope } from '@/core/scope.ts';
import { findConnectionRow } from '@/modules/connections/connections.queries.ts';
import { isRestricted } from '@/modules/connections/restriction.service.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import type { Stop } from '../campaigns.schema.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { longestGap } from './campaign-pace.state.ts';
import { isConnectionBusy } from './campaign-queue.service.ts';
import type { ShippingRow } from './send-message.service.ts';
import { statusOf } from './sending-counters.service.ts';

export type Waits = 'connection' | 'gap' | 'quiet' | 'cap' | 'line';
/** `wait` is a key under `campaigns:waits.*`. */
export type Obstacle = { wait: Waits; ms: number } | { stop: Stop };

/** The queue key is resumed when the connection is free; agents' messages resume nothing. */
const LINE_MS = 1_000;
const CHECK_MS = 60_000;

/** Why nothing may be sent now. Quiet hours and caps do not apply to confirmed contacts: they wrote. */
export async function obstacleOf(
  scope: Scope,
  campaign: CampaignRow,
  { state }: Pick<ShippingRow, 'state'>,
): Promise<Obstacle | null> {
  const connectionId = campaign.connectionId ?? 0;
  const obstacle = await connectionObstacle(scope, connectionId);
  if (obstacle) return obstacle;
  const longest = longestGap(await campaignSettings(scope));
  const left = scope.kernel.services.campaignPace.remainingMs(campaign, scope, longest);
  if (left > 0) return { wait: 'gap', ms: left };
  if (state === 'waiting') {
    const { isQuiet, sent, cap } = await statusOf(scope, connectionId);
    if (isQuiet) return { wait: 'quiet', ms: CHECK_MS };
    if (sent >= cap) return { wait: 'cap', ms: CHECK_MS };
  }
  return (await isConnectionBusy(scope, connectionId)) ? { wait: 'line', ms: LINE_MS } : null;
}

/** WhatsApp itself acted on the number: a person has to look at it before more is sent. */
const SIGNALS = ['banned', 'logged_out'] as const;

async function connectionObstacle(scope: Scope, connectionId: number): Promise<Obstacle | null> {
  const { companyId, kernel } = scope;
  const session = kernel.services.whatsapp.find({ companyId, connectionId });
  const row = await findConnectionRow(scope.db, { connectionId });
  if (!row) return { stop: 'no_connection' };
  if (isRestricted(row, scope.now())) return { stop: 'restricted' };
  if (session?.state.status === 'CONNECTED') return null;
  const signal = SIGNALS.find((trouble) => trouble === (session?.state.trouble ?? row.trouble));
  return signal ? { stop: signal } : { wait: 'connection', ms: CHECK_MS };
}
