import type { proto } from '@whiskeysockets/baileys';

/** The words of a text-like content, '' when it has none. Takes unwrapped content. */
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

/** The words under a medium, '' when there are none. */
export const captionOf = (content: proto.IMessage) =>
  content.imageMessage?.caption ||
  content.videoMessage?.caption ||
  content.ptvMessage?.caption ||
  content.documentMessage?.caption ||
  '';

/** One line that stands for any content, '' when there are no words in it. */
export const previewOf = (content: proto.IMessage) =>
  textOf(content) ||
  captionOf(content) ||
  content.documentMessage?.fileName ||
  content.locationMessage?.name ||
  content.contactMessage?.displayName ||
  content.contactsArrayMessage?.displayName ||
  '';

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n');
