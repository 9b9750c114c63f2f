import { isAdminOrSupervisor } from '@/core/policy.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { EDITABLE_AHEAD_MS } from './campaigns.schema.ts';
import type { CampaignView } from './campaigns.views.ts';

export const canManageCampaigns = isAdminOrSupervisor;

export function isEditable(
  { status, scheduledAt }: Pick<CampaignRow, 'status' | 'scheduledAt'>,
  now: Date,
): boolean {
  if (status === 'INATIVA') return true;
  return status === 'PROGRAMADA' && (scheduledAt?.getTime() ?? 0) - now.getTime() > EDITABLE_AHEAD_MS;
}

/** A cancelled one that lacks a file may get others. */
export function mayReplaceFiles({ status, stoppedFor }: Pick<CampaignRow, 'status' | 'stoppedFor'>): boolean {
  return status === 'CANCELADA' && (stoppedFor === 'no_file' || stoppedFor === 'file_list_deleted');
}

export type EditableParts = 'everything' | 'textsAndFiles' | 'texts' | 'nothing';

export function editablePartsOf(known: CampaignView | null, now: Date): EditableParts {
  if (known === null) return 'everything';
  const { status, scheduledAt } = known;
  if (status === 'CANCELADA') return mayReplaceFiles(known) ? 'textsAndFiles' : 'texts';
  const isWhole = isEditable({ status, scheduledAt: scheduledAt ? new Date(scheduledAt) : null }, now);
  return isWhole ? 'everything' : 'nothing';
}
