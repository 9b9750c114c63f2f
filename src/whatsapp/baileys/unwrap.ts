import type { proto } from '@whiskeysockets/baileys';

/** Envelopes around the real content: disappearing, view once, caption, edit, album child, bot … */
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

/** The content inside all its envelopes; {} when there is none. */
export function unwrap(message: proto.IMessage | null | undefined): proto.IMessage {
  let content = message ?? {};
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = innerOf(content);
    if (!inner) return content;
    content = inner;
  }
  return content;
}

function innerOf(content: proto.IMessage): proto.IMessage | undefined {
  for (const wrapper of WRAPPERS) {
    const inner = content[wrapper]?.message;
    if (inner) return inner;
  }
  return content.deviceSentMessage?.message ?? undefined;
}

/** The one field that is content, by WhatsApp's own name; undefined for keys and context alone. */
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

/** Only a group's sender key travelled here: nothing anybody wrote. */
export const isKeyDistribution = (content: proto.IMessage) =>
  contentKind(content) === undefined &&
  Boolean(content.senderKeyDistributionMessage ?? content.fastRatchetKeySenderKeyDistributionMessage);
