import type { Phone, ReceivedMessage } from '@demo/whatsapp/index.ts';
import { normalizeMessageContent, proto } from '@whiskeysockets/baileys';
import type { DatabaseFile } from '@/core/db/open-file.ts';
import { type ApiClient, RequestFailed } from './api-client.ts';
import type { Chat } from './traffic.ts';

export type Changes = {
  edited: Map<number, string>;
  deleted: Set<number>;
  reacted: Map<number, string>;
  made: number;
};

export const noChanges = (): Changes => ({
  edited: new Map(),
  deleted: new Set(),
  reacted: new Map(),
  made: 0,
});

type Shown = { id: string; body: string; ack: number; isDeleted: boolean; mediaType: string };

const EMOJI = ['👍', '❤️', '😂', '🙏'];
const any = <T>(list: T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

export async function changeSomething(
  { ticketId, answers, changes }: Chat,
  api: Pick<ApiClient, 'call'>,
): Promise<void> {
  changes.made += 1;
  const kind = any(['edit', 'edit', 'delete', 'react'] as const);
  let touched: number | undefined;
  try {
    touched = kind === 'react' ? await anyMessage(ticketId, api) : any(olderHalf(answers));
    if (touched === undefined) return;
    const message = await api.call<Shown>('PUT', `/messages/${touched}`);
    if (message.isDeleted || (kind !== 'react' && message.ack < 2)) return;
    if (kind === 'edit') {
      if (message.mediaType !== 'conversation') return;
      const body = `${textBeforeEdits(message.body)} (edit ${changes.made})`;
      await api.call('POST', `/messages/edit/${touched}`, { body });
      changes.edited.set(touched, body);
    } else if (kind === 'delete') {
      await api.call('DELETE', `/messages/${touched}`);
      changes.deleted.add(touched);
    } else {
      const type = any(EMOJI) ?? '';
      await api.call('POST', `/messages/${touched}/reactions`, { type });
      changes.reacted.set(touched, type);
    }
  } catch (error) {
    if (!(error instanceof RequestFailed) || !error.isPassing) throw error;
    if (touched === undefined) return;
    changes.edited.delete(touched);
    changes.reacted.delete(touched);
  }
}

const olderHalf = <T>(list: T[]): T[] => list.slice(0, Math.ceil(list.length / 2));

export const textBeforeEdits = (body: string) => body.replace(/ \(edit \d+\)$/, '');

async function anyMessage(ticketId: number, api: Pick<ApiClient, 'call'>): Promise<number | undefined> {
  const page = await api.call<{ messages: Shown[] }>('GET', `/messages/${ticketId}?peek=true`);
  const found = any(page.messages);
  return found && Number(found.id);
}

type Row = {
  id: number;
  wid: string;
  body: string;
  from_me: number;
  is_edited: number;
  is_deleted: number;
  ack: number;
  error: string | null;
  emoji: string | null;
};

export type ChangeVerdict = {
  edits: number;
  deletions: number;
  reactions: number;
  wrong: string[];
  ticks: string[];
};

export function judgeChanges(database: DatabaseFile, chats: Chat[]): ChangeVerdict {
  const verdict: ChangeVerdict = { edits: 0, deletions: 0, reactions: 0, wrong: [], ticks: [] };
  for (const chat of chats) {
    const rows = database
      .prepare(
        `SELECT m.*, r.emoji FROM messages m LEFT JOIN message_reactions r ON r.message_id = m.id AND r.author = 'me'
          WHERE m.ticket_id = ? ORDER BY m.id`,
      )
      .all(chat.ticketId) as Row[];
    for (const row of rows) judgeRow(verdict, chat, row);
  }
  return verdict;
}

function judgeRow(verdict: ChangeVerdict, { customer, changes }: Chat, row: Row): void {
  const seen = seenOf(customer, row.wid);
  const wrong = (what: string) => verdict.wrong.push(`${row.body} [${row.wid}]: ${what}`);
  const edited = changes.edited.get(row.id);
  if (edited !== undefined && row.body !== edited) wrong(`the desk forgot the edit ${edited}`);
  if (changes.deleted.has(row.id) && !row.is_deleted) wrong('the desk forgot the deletion');
  const reacted = changes.reacted.get(row.id);
  if (reacted !== undefined && row.emoji !== reacted) wrong(`the desk forgot the reaction ${reacted}`);
  // An edit of a message that was deleted meanwhile is not sent.
  if (row.is_edited && row.ack >= 2 && !row.is_deleted) {
    verdict.edits += 1;
    if (seen.text !== row.body) wrong(`edited, the phone shows ${seen.text ?? 'no edit'}`);
  }
  if (row.is_deleted && row.ack >= 2) {
    verdict.deletions += 1;
    if (!seen.isDeleted) wrong('deleted, but not on the phone');
  }
  if (row.emoji !== null) {
    verdict.reactions += 1;
    if (seen.emoji !== row.emoji) wrong(`${row.emoji}, the phone shows ${seen.emoji ?? 'no reaction'}`);
  }
  const isRead = customer.received.some(({ id }) => id === row.wid);
  if (row.from_me && row.error === null && isRead && row.ack < 4)
    verdict.ticks.push(`${row.body}: ${row.ack}`);
}

function seenOf(phone: Phone, wid: string) {
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  let text: string | undefined;
  let emoji: string | undefined;
  let isDeleted = false;
  for (const message of phone.received.filter(isChange)) {
    const { protocolMessage: change, reactionMessage } = contentOf(message);
    if (reactionMessage?.key?.id === wid) emoji = reactionMessage.text ?? '';
    if (change?.key?.id !== wid) continue;
    if (change.type === REVOKE) isDeleted = true;
    if (change.type !== MESSAGE_EDIT) continue;
    const content = normalizeMessageContent(change.editedMessage);
    text = content?.conversation ?? content?.extendedTextMessage?.text ?? '';
  }
  return { text, emoji, isDeleted };
}

const contentOf = ({ message }: ReceivedMessage) => normalizeMessageContent(message) ?? message;

export function isChange(message: ReceivedMessage): boolean {
  const { protocolMessage, reactionMessage } = contentOf(message);
  return Boolean(protocolMessage ?? reactionMessage);
}
