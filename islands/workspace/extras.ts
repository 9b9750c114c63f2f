/** One chunk on purpose: further chunks would split what it shares with the workspace. */
export { AboveField } from '../composer/above-field.tsx';
export { MoreTools } from '../composer/more-tools.tsx';
export { ColleagueStrip } from '../composer/notices/colleague-strip.tsx';
export { LineDown } from '../composer/notices/line-down.tsx';
export { QuickAnswers } from '../composer/quick-messages/quick-answers.tsx';
export { UnmatchedCommand } from '../composer/quick-messages/unmatched-command.tsx';
export { SendLater } from '../composer/send-later.tsx';
export { markByKey, pasteMarked } from '../composer/text/apply-format.ts';
export { grow } from '../composer/text/grow.ts';
export { UnfilledVariables } from '../composer/text/unfilled-variables.tsx';
export { react } from '../conversation/actions/message-changes.ts';
export { MessageMenu } from '../conversation/actions/message-menu.tsx';
export { openContact } from '../conversation/actions/open-contact.ts';
export { VoicePlayer } from '../conversation/audio/voice-player.tsx';
export { JumpButton, TypingBubble } from '../conversation/conversation-end.tsx';
export { LocationOrContacts } from '../conversation/message/location-or-contacts.tsx';
export { discard, downloadAgain, sendAgain } from '../conversation/message/message-again.ts';
export { ConversationSearch } from '../conversation/search/conversation-search.tsx';
