import { matching as matchingQuick, quickLabel } from '@islands/composer/quick-messages/quick-match.ts';
import { parseLocation } from '@views/parts/messages/location.ts';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import { parseContactCards } from '@views/parts/messages/vcard.ts';
import {
  firstLink,
  hostOf,
  parseFormatting,
  plainText,
  safeHref,
} from '@views/parts/messages/whatsapp-format.ts';
import { parseWorkspaceHref } from '@views/parts/tickets/workspace.ts';
import { initials } from '@views/ui/avatar.tsx';
import { sql } from 'drizzle-orm';
import { containing, containsText, searchable, substringQuery, termsQuery } from '@/core/db/search.ts';
import { containsTerms, excerpt } from '@/core/db/search-excerpt.ts';
import { parseRange } from '@/core/http/responses/send-file.ts';
import { createCanonicalPath } from '@/core/http/routing/canonical-path.ts';
import { shownName } from '@/core/http/uploads/file-names.ts';
import { chooseLocale } from '@/core/i18n.ts';
import { storable } from '@/core/text.ts';
import { Credentials } from '@/modules/auth/auth.schema.ts';
import { ContactInput } from '@/modules/contacts/contacts.schema.ts';
import { isBareAddress } from '@/modules/contacts/identities/contact-name.logic.ts';
import { toDigits } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { findLink } from '@/modules/messages/links/link-in-text.logic.ts';
import { extensionOf } from '@/modules/messages/media/file-extensions.logic.ts';
import { ReactionInput, TextReply } from '@/modules/messages/messages.schema.ts';
import { toStored } from '@/modules/messages/receive/stored-content.logic.ts';
import { shorten } from '@/modules/messages/search-messages.queries.ts';
import { readLocation } from '@/modules/messages/write/stored-locations.logic.ts';
import { fillIn } from '@/modules/messages/write/variables.schema.ts';
import { cardLines, readCards, withPlus } from '@/modules/messages/write/vcard-text.logic.ts';
import { isPushEndpoint } from '@/modules/notifications/notification-inputs.schema.ts';
import { QuickMessageInput } from '@/modules/quick-messages/quick-messages.schema.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { containsOneOf, normalizeText } from '@/modules/rules/run/message-text.logic.ts';
import { TagInput } from '@/modules/tags/tags.schema.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { foldAccents } from '@/schemas/search-terms.schema.ts';
import type { Subject } from './linear.ts';

const TITLED = {
  mime: 'application/octet-stream',
  size: null,
  seconds: null,
  waveform: null,
  thumbnail: null,
  ticket: '',
};
const quick = (text: string) => [{ shortcode: text, message: text } as QuickMessageView];
const translate = (key: string) => key;
const canonical = createCanonicalPath([{ path: '/queueIntegration/testSession' }]);

export const SUBJECTS: Subject[] = [
  { name: 'formatting', run: parseFormatting },
  { name: 'first link', run: firstLink },
  { name: 'plain text', run: plainText },
  { name: 'safe link', run: (text) => safeHref(text) && hostOf(text), begins: ['http://', 'www.'] },
  { name: 'summary', run: (body) => summaryOf({ body, mediaType: 'conversation' }, translate) },
  { name: 'shown cards', run: parseContactCards, begins: ['BEGIN:VCARD\nORG:', 'BEGIN:VCARD\nTEL;', 'a:'] },
  {
    name: 'shown place',
    run: parseLocation,
    begins: ['Latitude: ', '| https://maps.google.com/maps?q=', 'data:image/png;base64,'],
  },
  {
    name: 'desk address',
    run: (text) => [
      parseWorkspaceHref(`/tickets/${text}`),
      parseWorkspaceHref(`/tickets?searchParam=${text}`),
    ],
  },
  { name: 'initials', run: initials },
  { name: 'shown number', run: formatNumber, begins: ['55'] },
  { name: 'command bar', run: foldAccents },
  { name: 'quick messages', run: (text) => matchingQuick(quick(text), text).map(quickLabel) },
  { name: 'search words', run: termsQuery },
  {
    name: 'search letters',
    run: (text) => [containing(text), containsText(text, sql`name`), substringQuery(text)],
  },
  { name: 'levelled letters', run: searchable },
  {
    name: 'words of rules',
    run: (text) => containsOneOf(normalizeText(text), ['a a a b', text.slice(0, 60)].map(normalizeText)),
  },
  { name: 'storable', run: storable },
  { name: 'filled in', run: (text) => fillIn(text, { a: text.slice(0, 100) }), begins: ['{{', '{{{'] },
  { name: 'path', run: canonical, begins: ['/queueIntegration/'] },
  { name: 'range', run: (text) => parseRange(text, 1000), begins: ['bytes=', 'bytes=1-'] },
  { name: 'file name', run: shownName },
  { name: 'file ending', run: (text) => [extensionOf(null, text), extensionOf(text, null)] },
  { name: 'language', run: (text) => chooseLocale(undefined, text), begins: ['a', 'a;q'] },
  { name: 'bare address', run: isBareAddress, begins: ['123456'] },
  { name: 'typed number', run: toDigits },
  { name: 'excerpt', run: (text) => excerpt(text, 'a word') },
  { name: 'excerpt of', run: (text) => excerpt('a word '.repeat(100), text) },
  { name: 'holds words', run: (text) => [containsTerms(text, 'a word'), containsTerms('a word', text)] },
  { name: 'short hit', run: (text) => shorten(`x [[${text}]]`) },
  { name: 'link in text', run: findLink, begins: ['http://a.b/'] },
  { name: 'place to send', run: readLocation, begins: ['Latitude: ', 'q='] },
  { name: 'cards to send', run: readCards, begins: ['BEGIN:VCARD\nFN:', 'BEGIN:VCARD\nTEL'] },
  { name: 'cards as lines', run: cardLines, begins: ['BEGIN:VCARD\nFN:', 'BEGIN:VCARD\nTEL'] },
  { name: 'card with plus', run: withPlus, begins: ['BEGIN:VCARD\nTEL', 'BEGIN:VCARD\nTEL:'] },
  { name: 'push address', run: isPushEndpoint, begins: ['https://', 'https://a.'] },
  {
    name: 'sign in',
    run: (email) => Credentials.safeParse({ email, password: email }),
    begins: ['a@', 'a@b.'],
  },
  { name: 'reply', run: (body) => TextReply.safeParse({ body, clientId: body }) },
  { name: 'reaction', run: (type) => ReactionInput.safeParse({ type }) },
  {
    name: 'contact',
    run: (text) => ContactInput.safeParse({ name: text, number: text, email: text }),
    begins: ['a@', 'a@b.'],
  },
  { name: 'quick message', run: (text) => QuickMessageInput.safeParse({ shortcode: text, message: text }) },
  { name: 'tag', run: (text) => TagInput.safeParse({ name: text, color: text }), begins: ['#'] },
  { name: 'stored text', run: (text) => toStored({ type: 'text', text }, () => '') },
  {
    name: 'stored file',
    run: (text) =>
      toStored(
        { type: 'media', caption: text, media: { ...TITLED, kind: 'document', fileName: text } },
        () => '',
      ),
  },
  {
    name: 'stored cards',
    run: (vcard) => toStored({ type: 'contacts', cards: [{ name: vcard, vcard }] }, () => ''),
  },
];
