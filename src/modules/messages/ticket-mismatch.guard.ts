import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { cachedJson } from '@/core/http/body/read-body.ts';
import type { Ctx, Env } from '@/core/http/env.ts';
import type { Guards } from '@/core/http/routing/mount.ts';
import type { Route } from '@/core/http/routing/route.ts';
import { ticketOfMessage } from './message-access.queries.ts';

/** `<company> <id> <uuid>` of the ticket on screen, sent by our own pages with each change; other clients omit it. */
export const MEANT_TICKET = 'X-Ticket';

type Changing = Pick<Route, 'method' | 'path'> & { body?: z.ZodType };

export const namesTicket = ({ method, path, body }: Changing): boolean =>
  method !== 'GET' && (inPath(path) || (body instanceof z.ZodObject && isNeeded(body.shape.ticketId)));

const isNeeded = (field: unknown) => field instanceof z.ZodType && !field.safeParse(undefined).success;

const inPath = (path: string) => /:(ticketId|messageId)\b|^\/tickets\/:uuid\b/.test(path);

/** Refuse a change to another ticket than the one on screen. Throw ERR_OTHER_TICKET. */
export const meantTicketGuards: Pick<Guards, 'beforeFiles' | 'afterBody'> = {
  beforeFiles: ({ method, path }) => (method !== 'GET' && inPath(path) ? [checkPath] : []),
  afterBody: (row) => (namesTicket(row) && !inPath(row.path) ? [checkBody] : []),
};

const checkPath: MiddlewareHandler<Env> = async (c, next) => {
  const meant = meantTicket(c as Ctx);
  if (meant) requireSame(c as Ctx, meant, await ticketInPath(c as Ctx));
  await next();
};

const checkBody: MiddlewareHandler<Env> = async (c, next) => {
  const meant = meantTicket(c as Ctx);
  const body = meant && (await cachedJson(c as Ctx));
  if (meant && typeof body === 'object' && body !== null && 'ticketId' in body)
    requireSame(c as Ctx, meant, { id: String(body.ticketId) });
  await next();
};

type Meant = { company?: string; id?: string; uuid?: string };

function meantTicket(c: Ctx): Meant | undefined {
  const header = c.req.header(MEANT_TICKET);
  if (header === undefined) return undefined;
  const [company, id, uuid] = header.split(' ');
  return { company, id, uuid };
}

async function ticketInPath(c: Ctx): Promise<Meant> {
  const { ticketId, uuid, messageId } = c.req.param() as Record<string, string | undefined>;
  if (ticketId) return { id: ticketId };
  if (uuid) return { uuid };
  return { id: String(await ticketOfMessage(c.get('scope'), Number(messageId))) };
}

function requireSame(c: Ctx, meant: Meant, changed: Meant): void {
  const isSame =
    meant.company === String(c.get('scope').companyId) &&
    (changed.uuid ? meant.uuid === changed.uuid : meant.id === changed.id);
  if (!isSame) throw new AppError('ERR_OTHER_TICKET', {}, { isPublic: true });
}
