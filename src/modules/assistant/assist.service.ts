import { messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { assist, type Task } from '@/adapters/openai/assist.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { lastLines, textOf } from '@/modules/messages/conversation-lines.queries.ts';
import { firstNameOf, nameToFillIn } from '@/modules/messages/write/variables.schema.ts';
import { recordUsage, requireBudget } from '@/modules/prompts/ai-usage.service.ts';
import type { AiPurpose } from '@/modules/prompts/prompts.schema.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { canWorkOnTicket } from '@/modules/tickets/tickets.policy.ts';
import { asked } from './ask-assistant.service.ts';
import { type AssistantTask, MAX_TEXT, type Tone } from './assistant.schema.ts';
import type { AssistantAnswer } from './assistant.views.ts';
import { type FoundHelper, requireHelper } from './find-assistant.queries.ts';

const PURPOSE: Record<AssistantTask['task'], AiPurpose> = {
  suggestion: 'suggestion',
  summary: 'summary',
  translation: 'translation',
  'draft-translation': 'translation',
  tone: 'tone',
};

type Spent = { promptTokens: number; completionTokens: number };
type Asking = { ticketId: number; request: AssistantTask; signal: AbortSignal };

/**
 * Text for the requesting user about a ticket they may write in; nothing is stored or sent. Throws
 * ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_NO_MESSAGE_FOUND, ERR_RATE_LIMITED,
 * ERR_ASSISTANT_*.
 */
export async function askAssistant(
  scope: Scope,
  { ticketId, request, signal }: Asking,
): Promise<AssistantAnswer> {
  const ticket = await requireTicket(scope, ticketId);
  requireCan(scope, canWorkOnTicket, ticket);
  const user = requireUser(scope);
  const found = await requireHelper(scope);
  const task = await taskOf(scope, ticket, request, found);
  const { row } = found;
  const who = { purpose: PURPOSE[request.task], promptId: row.id, userId: user.id };
  const onSpent = (usage: Spent) => recordUsage(scope, { ...who, ...usage }, row);
  const text = await asked(scope, signal, async (until) => {
    await requireBudget(scope);
    return assist({ ...found.helper, onSpent }, task, until);
  });
  return { text: storable(text) };
}

const SUGGESTED_FROM = { messages: 40, bytes: 16_000 };
const SUMMARISED = { messages: 300, bytes: 48_000 };
const SUBJECTS = { messages: 8, bytes: 4_000 };

async function taskOf(
  scope: Scope,
  ticket: TicketRow,
  request: AssistantTask,
  { row, preferences }: FoundHelper,
): Promise<Task> {
  const language = LANGUAGES[scope.locale];
  switch (request.task) {
    case 'suggestion': {
      requireOpen(ticket);
      const lines = await lastLines(scope, ticket.id, SUGGESTED_FROM);
      return {
        kind: 'suggestion',
        lines,
        facts: row.facts,
        preferences,
        firstName: await customerOf(scope, ticket),
      };
    }
    case 'summary':
      return { kind: 'summary', language, lines: await lastLines(scope, ticket.id, SUMMARISED) };
    case 'translation':
      return { kind: 'translation', language, text: await textFor(scope, ticket.id, request.messageId) };
    case 'draft-translation': {
      requireOpen(ticket);
      return { kind: request.task, text: request.text, lines: await lastLines(scope, ticket.id, SUBJECTS) };
    }
    case 'tone':
      requireOpen(ticket);
      return { kind: 'tone', text: request.text, wanted: WANTED[request.tone] };
  }
}

const LANGUAGES = { pt: 'português do Brasil', en: 'inglês', es: 'espanhol' };
const WANTED: Record<Tone, string> = {
  friendly: 'num tom mais amigável e caloroso',
  formal: 'num tom mais formal',
  short: 'bem mais curto',
  correct: 'somente com a ortografia, a gramática e a pontuação corrigidas',
};

function requireOpen({ status }: TicketRow): void {
  if (status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN');
}

async function customerOf(scope: Scope, { contactId }: TicketRow): Promise<string> {
  const contact = await scope.db.query.contacts.findFirst({
    columns: { name: true, isGroup: true },
    where: (row, { eq: is }) => is(row.id, contactId),
  });
  return contact?.isGroup ? '' : firstNameOf(nameToFillIn({ contact }));
}

async function textFor(scope: Scope, ticketId: number, messageId: number | undefined): Promise<string> {
  const [row] = await scope.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, ticketId),
        eq(messages.isDeleted, false),
        messageId === undefined
          ? and(
              eq(messages.fromMe, false),
              inArray(messages.mediaType, ['conversation', 'extendedTextMessage']),
            )
          : eq(messages.id, messageId),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1);
  const content = row ? textOf(row).slice(0, MAX_TEXT) : '';
  if (content === '') throw new AppError('ERR_NO_MESSAGE_FOUND');
  return content;
}
