import { proto } from '@whiskeysockets/baileys';

const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'botInvokeMessage',
  'botForwardedMessage',
  'botTaskMessage',
  'lottieStickerMessage',
  'questionMessage',
  'questionReplyMessage',
  'pollCreationMessageV4',
  'pollCreationOptionImageMessage',
  'limitSharingMessage',
  'eventCoverImage',
  'statusAddYours',
  'statusMentionMessage',
  'groupStatusMentionMessage',
] as const satisfies (keyof proto.IMessage)[];

const DEEPEST = 8;

export function unwrap(message: proto.IMessage | null | undefined): proto.IMessage {
  let content = message ?? {};
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = innerOf(content);
    if (!inner) return content;
    content = inner;
  }
  return content;
}

/** The mark is beside the picture, or on an envelope around it. */
export function albumOf(message: proto.IMessage | null | undefined): string | null {
  const { MEDIA_ALBUM } = proto.MessageAssociation.AssociationType;
  let content: proto.IMessage | undefined = message ?? undefined;
  for (let depth = 0; content && depth < DEEPEST; depth++) {
    const association = content.messageContextInfo?.messageAssociation;
    if (association?.associationType === MEDIA_ALBUM) return association.parentMessageKey?.id || null;
    content = innerOf(content);
  }
  return null;
}

function innerOf(content: proto.IMessage): proto.IMessage | undefined {
  for (const wrapper of WRAPPERS) {
    const inner = content[wrapper]?.message;
    if (inner) return inner;
  }
  return content.deviceSentMessage?.message ?? undefined;
}

/** WhatsApp's own field name; undefined for keys and context alone. */
export function contentKind(content: proto.IMessage): keyof proto.IMessage | undefined {
  for (const [kind, value] of Object.entries(content)) {
    if (value === null || value === undefined || AROUND.has(kind)) continue;
    return kind as keyof proto.IMessage;
  }
  return undefined;
}

const AROUND = new Set<string>([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
] satisfies (keyof proto.IMessage)[]);

export const isKeyDistribution = (content: proto.IMessage) =>
  contentKind(content) === undefined &&
  Boolean(content.senderKeyDistributionMessage ?? content.fastRatchetKeySenderKeyDistributionMessage);
