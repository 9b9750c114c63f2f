import type { Listener, PlatformListener } from '@/core/events.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import type { UserActor } from '@/core/scope.ts';
import { type Addressees, findAddressees, isAddressed } from './addressees.queries.ts';
import { type AnnouncementRow, requireAnnouncement, toAnnouncementView } from './announcements.queries.ts';

export interface AnnouncementEvents {
  'announcements.seen': { userId: number };
}
export interface AnnouncementPlatformEvents {
  'announcement.created': { announcementId: number };
  'announcement.updated': { announcementId: number; wasActive: boolean; wasFor: Addressees };
  'announcement.deleted': { announcementId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends AnnouncementEvents {}
  interface PlatformEventMap extends AnnouncementPlatformEvents {}
}

type CanReceive = (actor: UserActor) => boolean;
const everybody: CanReceive = () => true;
const supers: CanReceive = (actor) => actor.super;
const others =
  (isFor: CanReceive): CanReceive =>
  (actor) =>
    !actor.super && isFor(actor);

export const publishCreated: PlatformListener<'announcement.created'> = async (scope, { announcementId }) => {
  const row = await find(scope, announcementId);
  if (!row) return;
  const companies = await findAddressees(scope, announcementId);
  publishRecord(scope, 'create', row, supers);
  if (row.status)
    publishRecord(
      scope,
      'create',
      row,
      others((actor) => isAddressed(companies, actor.companyId)),
    );
};

/** Readers who lose access receive a deletion; readers who gain access receive a new announcement. */
export const publishUpdated: PlatformListener<'announcement.updated'> = async (
  scope,
  { announcementId, wasActive, wasFor },
) => {
  const row = await find(scope, announcementId);
  if (!row) return;
  const isFor = await findAddressees(scope, announcementId);
  const had = ({ companyId }: UserActor) => wasActive && isAddressed(wasFor, companyId);
  const has = ({ companyId }: UserActor) => row.status && isAddressed(isFor, companyId);
  publishRecord(scope, 'update', row, supers);
  publishRecord(
    scope,
    'update',
    row,
    others((actor) => had(actor) && has(actor)),
  );
  publishRecord(
    scope,
    'create',
    row,
    others((actor) => !had(actor) && has(actor)),
  );
  publish(
    scope,
    { action: 'delete', id: announcementId },
    others((actor) => had(actor) && !has(actor)),
  );
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
