import type { proto } from '@whiskeysockets/baileys';

/** '' when there is none. Takes unwrapped content. */
export function textOf(content: proto.IMessage): string {
  const { templateMessage, interactiveMessage, listMessage, listResponseMessage } = content;
  const template = templateMessage?.hydratedTemplate ?? templateMessage?.hydratedFourRowTemplate;
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.buttonsResponseMessage?.selectedButtonId ||
    listResponseMessage?.title ||
    listResponseMessage?.singleSelectReply?.selectedRowId ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    content.templateButtonReplyMessage?.selectedId ||
    content.interactiveResponseMessage?.body?.text ||
    content.buttonsMessage?.contentText ||
    template?.hydratedContentText ||
    lines(listMessage?.title, listMessage?.description) ||
    lines(interactiveMessage?.header?.title, interactiveMessage?.body?.text) ||
    ''
  );
}

export const captionOf = (content: proto.IMessage) =>
  content.imageMessage?.caption ||
  content.videoMessage?.caption ||
  content.ptvMessage?.caption ||
  content.documentMessage?.caption ||
  '';

export const previewOf = (content: proto.IMessage) =>
  textOf(content) ||
  captionOf(content) ||
  content.documentMessage?.fileName ||
  content.locationMessage?.name ||
  content.contactMessage?.displayName ||
  content.contactsArrayMessage?.displayName ||
  '';

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n');
