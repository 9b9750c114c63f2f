import type { Listener, PlatformListener } from '@/core/events.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import type { UserActor } from '@/core/scope.ts';
import { type AnnouncementRow, requireAnnouncement, toAnnouncementView } from './announcements.queries.ts';

export interface AnnouncementEvents {
  'announcements.seen': { userId: number };
}
export interface AnnouncementPlatformEvents {
  'announcement.created': { announcementId: number };
  'announcement.updated': { announcementId: number; wasActive: boolean };
  'announcement.deleted': { announcementId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends AnnouncementEvents {}
  interface PlatformEventMap extends AnnouncementPlatformEvents {}
}

type CanReceive = (actor: UserActor) => boolean;
const everybody: CanReceive = () => true;
const supers: CanReceive = (actor) => actor.super;
const others: CanReceive = (actor) => !actor.super;

export const publishCreated: PlatformListener<'announcement.created'> = async (scope, { announcementId }) => {
  const row = await find(scope, announcementId);
  if (row) publishRecord(scope, 'create', row, row.status ? everybody : supers);
};

/** Readers who lose access receive a deletion; readers who gain access receive a new announcement. */
export const publishUpdated: PlatformListener<'announcement.updated'> = async (
  scope,
  { announcementId, wasActive },
) => {
  const row = await find(scope, announcementId);
  if (!row) return;
  publishRecord(scope, 'update', row, supers);
  if (row.status) publishRecord(scope, wasActive ? 'update' : 'create', row, others);
  else if (wasActive) publish(scope, { action: 'delete', id: announcementId }, others);
};

export const publishDeleted: PlatformListener<'announcement.deleted'> = (scope, { announcementId }) =>
  publish(scope, { action: 'delete', id: announcementId }, everybody);

export const publishSeen: Listener<'announcements.seen'> = ({ kernel, companyId }, { userId }) =>
  kernel.hub.deliver(companyId, {
    channel: 'announcementsSeen',
    data: null,
    canReceive: ({ id }) => id === userId,
  });

/** Existing clients listen to the name without a company; servers also send the other one. */
export const announcementContract: ContractNames = {
  announcement: (companyId, data) => [
    { name: 'company-announcement', data },
    companyEvent(companyId, 'announcement', data),
  ],
};

function find(scope: PlatformScope, announcementId: number): Promise<AnnouncementRow | undefined> {
  return requireAnnouncement(scope, announcementId).catch(() => undefined);
}

function publishRecord(
  scope: PlatformScope,
  action: 'create' | 'update',
  row: AnnouncementRow,
  canReceive: CanReceive,
): void {
  publish(
    scope,
    { action, record: toAnnouncementView(row, scope.kernel.config.publicUrl ?? '') },
    canReceive,
  );
}

/** Reaches open connections only, so no company database has to be opened. */
function publish({ kernel }: PlatformScope, data: object, canReceive: CanReceive): void {
  kernel.hub.deliverToAll({ channel: 'announcement', data, canReceive });
}
