import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '@/modules/campaigns/campaigns.queries.ts';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import type { ContactDetail } from '@/modules/contacts/contacts.views.ts';
import { findTicketRow, loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import type { CampaignBody, ConnectionBody, ContactBody, TicketBody } from '../bodies.views.ts';

export async function ticketBody(tx: Scope, ticketId: number): Promise<[TicketBody, TicketView] | undefined> {
  const ticket = (await loadTicketViews(tx, [ticketId])).get(ticketId);
  const row = await findTicketRow(tx, ticketId);
  if (!ticket || !row) return undefined;
  const { id, uuid, status, protocol, createdAt, updatedAt } = ticket;
  const body: TicketBody = {
    id,
    uuid,
    status,
    protocol,
    contact: contactOf(ticket),
    connection: connectionOf(ticket),
    queue: namedOf(ticket.queue),
    user: namedOf(ticket.user),
    tags: ticket.tags.map(({ id: tagId, name }) => ({ id: tagId, name })),
    source: row.source,
    createdAt,
    updatedAt,
  };
  return [body, ticket];
}

export function contactBody(contact: ContactDetail): ContactBody {
  const { id, name, number, email, isGroup, isBlocked, extraInfo, createdAt, updatedAt } = contact;
  const fields = extraInfo.map((field) => ({ name: field.name, value: field.value }));
  return { id, name, number, email, isGroup, isBlocked, fields, createdAt, updatedAt };
}

/** Never includes pairing data. */
export function connectionBody({ id, name, status, number, trouble }: ConnectionView): ConnectionBody {
  return { id, name, status, number, trouble };
}

const CAMPAIGN_STATES = { EM_ANDAMENTO: 'running', FINALIZADA: 'finished', CANCELADA: 'stopped' } as const;
export type ReportedCampaign = CampaignRow & { status: keyof typeof CAMPAIGN_STATES };

export const isReported = (campaign: CampaignRow): campaign is ReportedCampaign =>
  campaign.status in CAMPAIGN_STATES;

export function campaignBody(campaign: ReportedCampaign): CampaignBody {
  const { id, name, stoppedFor, startedAt, completedAt } = campaign;
  return {
    id,
    name,
    status: CAMPAIGN_STATES[campaign.status],
    reason: stoppedFor,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: completedAt?.toISOString() ?? null,
  };
}

function contactOf({ contact, isGroup }: TicketView): TicketBody['contact'] {
  return { id: contact.id, name: contact.name, number: contact.number, isGroup };
}

const connectionOf = ({ whatsappId, whatsapp }: TicketView) =>
  whatsappId !== null && whatsapp ? { id: whatsappId, name: whatsapp.name } : null;

const namedOf = (row: { id: number; name: string } | null) => row && { id: row.id, name: row.name };
