/** One chunk on purpose: further chunks would split what it shares with the workspace. */
export { AboveField } from '../composer/above-field.tsx';
export { markByKey, pasteMarked } from '../composer/apply-format.ts';
export { ColleagueStrip } from '../composer/colleague-strip.tsx';
export { grow } from '../composer/grow.ts';
export { LineDown } from '../composer/line-down.tsx';
export { MoreTools } from '../composer/more-tools.tsx';
export { QuickAnswers } from '../composer/quick-answers.tsx';
export { SendLater } from '../composer/send-later.tsx';
export { UnfilledVariables } from '../composer/unfilled-variables.tsx';
export { UnmatchedCommand } from '../composer/unmatched-command.tsx';
export { JumpButton, TypingBubble } from '../conversation/conversation-end.tsx';
export { ConversationSearch } from '../conversation/conversation-search.tsx';
export { LocationOrContacts } from '../conversation/location-or-contacts.tsx';
export { discard, downloadAgain, sendAgain } from '../conversation/message-again.ts';
export { react } from '../conversation/message-changes.ts';
export { MessageMenu } from '../conversation/message-menu.tsx';
export { openContact } from '../conversation/open-contact.ts';
export { VoicePlayer } from '../conversation/voice-player.tsx';
