import type { Listener, PlatformListener } from '@/kernel/bus.ts';
import { type ContractNames, companyEvent } from '@/kernel/live/contract-events.ts';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import type { UserActor } from '@/kernel/scope.ts';
import { type AnnouncementRow, requireAnnouncement, toAnnouncementView } from './announcements.queries.ts';

export interface AnnouncementEvents {
  'announcements.seen': { userId: number };
}
export interface AnnouncementPlatformEvents {
  'announcement.created': { announcementId: number };
  'announcement.updated': { announcementId: number; wasActive: boolean };
  'announcement.deleted': { announcementId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends AnnouncementEvents {}
  interface PlatformEventMap extends AnnouncementPlatformEvents {}
}

type Hears = (actor: UserActor) => boolean;
const everybody: Hears = () => true;
const supers: Hears = (actor) => actor.super;
const others: Hears = (actor) => !actor.super;

export const tellCreated: PlatformListener<'announcement.created'> = async (scope, { announcementId }) => {
  const row = await find(scope, announcementId);
  if (row) tellRecord(scope, 'create', row, row.status ? everybody : supers);
};

/** Who may not see it any more hears that it is gone; who may see it from now on, that it is new. */
export const tellUpdated: PlatformListener<'announcement.updated'> = async (
  scope,
  { announcementId, wasActive },
) => {
  const row = await find(scope, announcementId);
  if (!row) return;
  tellRecord(scope, 'update', row, supers);
  if (row.status) tellRecord(scope, wasActive ? 'update' : 'create', row, others);
  else if (wasActive) tell(scope, { action: 'delete', id: announcementId }, others);
};

export const tellDeleted: PlatformListener<'announcement.deleted'> = (scope, { announcementId }) =>
  tell(scope, { action: 'delete', id: announcementId }, everybody);

/** The person's other pages count anew. */
export const tellSeen: Listener<'announcements.seen'> = ({ kernel, companyId }, { userId }) =>
  kernel.hub.deliver(companyId, {
    channel: 'announcementsSeen',
    data: null,
    canHear: ({ id }) => id === userId,
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

function tellRecord(
  scope: PlatformScope,
  action: 'create' | 'update',
  row: AnnouncementRow,
  canHear: Hears,
): void {
  tell(scope, { action, record: toAnnouncementView(row, scope.kernel.config.publicUrl ?? '') }, canHear);
}

/** Only to open lines: no company's database is opened for it. */
function tell({ kernel }: PlatformScope, data: object, canHear: Hears): void {
  kernel.hub.deliverToAll({ channel: 'announcement', data, canHear });
}
