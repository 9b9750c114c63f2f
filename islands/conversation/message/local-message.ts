import type { MessageView } from '@/modules/messages/messages.views.ts';
import { mediaTypeOf } from '@/modules/messages/write/media-type.schema.ts';
import type { SendQueueEntry, SendQueueFile } from '../../workspace/send-queue.ts';

const MAX_ADDRESSES = 1000;
const addresses = new Map<Blob, string>();

/** An address holds its blob in memory: the least recently used ones end. */
export function blobAddress(blob: Blob): string {
  const found = addresses.get(blob) ?? URL.createObjectURL(blob);
  addresses.delete(blob);
  addresses.set(blob, found);
  for (const [oldest, address] of addresses) {
    if (addresses.size <= MAX_ADDRESSES) break;
    addresses.delete(oldest);
    URL.revokeObjectURL(address);
  }
  return found;
}

const MAX_SENT = 20;
const sent = new Map<string, Blob>();

/** The picture that this page sent, which is shown even if the line fails before the server's copy is loaded. */
export function sentPicture(clientId: string | null): string | undefined {
  const blob = clientId && sent.get(clientId);
  return blob ? blobAddress(blob) : undefined;
}

function rememberSent(clientId: string, picture: Blob): void {
  sent.set(clientId, picture);
  for (const oldest of sent.keys()) {
    if (sent.size <= MAX_SENT) return;
    sent.delete(oldest);
  }
}

export function localMessages(entry: SendQueueEntry): MessageView[] {
  if (entry.files.length === 0) return [localMessage(entry, undefined)];
  return entry.files.map((file) => localMessage(entry, file));
}

function localMessage(entry: SendQueueEntry, file: SendQueueFile | undefined): MessageView {
  const clientId = file?.clientId ?? entry.clientId;
  if (file && mediaTypeOf(file.type) === 'image') rememberSent(clientId, file.blob);
  return {
    id: `local-${clientId}`,
    ticketId: entry.ticketId,
    contactId: null,
    companyId: 0,
    queueId: null,
    body: file ? file.caption : entry.body || (entry.quick?.name ?? ''),
    fromMe: true,
    read: true,
    ack: 0,
    mediaType: file ? mediaTypeOf(file.type) : 'conversation',
    mediaUrl: file ? blobAddress(file.blob) : null,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    isSticker: false,
    quotedMsgId: entry.quoted?.id ?? null,
    quotedMsg: entry.quoted,
    contact: null,
    queue: null,
    remoteJid: '',
    participant: null,
    dataJson: null,
    reactions: [],
    origin: 'agent',
    user: null,
    error: entry.error,
    clientId,
    mediaState: file ? 'ready' : 'none',
    mediaName: file?.name ?? null,
    mediaMime: file?.type ?? null,
    mediaSize: file?.size ?? null,
    mediaSeconds: file?.seconds ?? null,
    mediaWaveform: file?.waveform,
    linkPreview: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    createdAt: entry.createdAt,
    updatedAt: entry.createdAt,
  };
}
