import { useT } from '@views/i18n.tsx';
import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import type { WorkspaceUser } from '@views/parts/tickets/workspace.ts';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { shownKeys } from '@views/ui/shown-keys.ts';
import { Spinner } from '@views/ui/spinner.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MAX_BODY } from '@/modules/messages/message-limits.schema.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { isComposing } from '../keys/composing.ts';
import { useLoaded } from '../page/use-loaded.ts';
import { recordings } from '../workspace/drafts.ts';
import { reportTyping } from '../workspace/presence.ts';
import { replyTarget } from '../workspace/reply.ts';
import { sendQueueOf } from '../workspace/sending.ts';
import { ticketShownBy } from '../workspace/shown-ticket.ts';
import { useStore } from '../workspace/store.ts';
import { useExtras } from '../workspace/use-extras.ts';
import { type TicketNow, useTicketNow } from '../workspace/use-ticket-now.ts';
import { compose, composeVoice } from './compose.ts';
import { EmojiButton } from './emoji/emoji-button.tsx';
import { AttachButton } from './files/attach-button.tsx';
import { makeClientId } from './files/attachments.ts';
import { useFiles } from './files/use-files.ts';
import { useColleague } from './notices/colleague.ts';
import { Notices } from './notices/notices.tsx';
import type { KeyTaker } from './quick-messages/quick-message-menu.tsx';
import { readSignOption, writeSignOption } from './text/signature.ts';
import { useDraft } from './text/use-draft.ts';
import { useFocusRequest, useReply } from './text/use-field-focus.ts';
import { useTools } from './use-tools.ts';
import type { Voice } from './voice/mp3.ts';

const NO_RECORDINGS = recordings.get();
const isCommand = (text: string) => text.startsWith('/') && !/\s/.test(text.trim());

export type ComposerProps = {
  me: WorkspaceUser;
  ticket: TicketNow;
};

export function Composer({ me, ticket: opened }: ComposerProps) {
  const t = useT();
  const root = useRef<HTMLFormElement>(null);
  const [isTooling, setTooling] = useTools(root);
  const field = useRef<HTMLTextAreaElement>(null);
  const ticket = useTicketNow(opened);
  const isTheirs = useColleague(ticket, me.id) !== undefined;
  const isEnabled = ticket.status === 'open' && !isTheirs;
  const { text, shown, write, insert } = useDraft(field, me, ticket.id);
  const files = useFiles(root, ticket.id, isEnabled);
  const reply = useReply(ticket.id, field);
  const [isSigned, setSigned] = useState(true);
  const [isRecording, setRecording] = useState(false);
  const loadRecorder = () => import('./voice/voice-recorder.tsx');
  const recorder = useLoaded(isRecording, loadRecorder, () => setRecording(false));
  const hasRecording = useStore(recordings, NO_RECORDINGS).has(ticket.id);
  useEffect(() => {
    if (hasRecording && isEnabled) setRecording(true);
  }, [hasRecording, isEnabled]);
  const [isNear, setNear] = useState(false);
  const [quick, setQuick] = useState<QuickMessageView | null>(null);
  const [isQuickClosed, setQuickClosed] = useState(false);
  const [isQuickAsked, setQuickAsked] = useState(false);
  const quickKeys = useRef<KeyTaker | null>(null);
  const hold = useRef<(() => boolean) | null>(null);
  const [askedCommand, setAskedCommand] = useState<string | null>(null);
  const confirmedCommand = useRef<string | null>(null);
  const isQuickOpen = isEnabled && !isQuickClosed && text.startsWith('/');
  const hasFiles = files.attachments.length > 0;
  const content = [text, ...files.attachments.map(({ caption }) => caption)].join('\n');
  const hasBraces = content.includes('{{');
  const extras = useExtras(isNear || isTooling || content !== '' || reply !== null);
  useEffect(() => {
    setSigned(readSignOption());
    setNear(document.activeElement === field.current);
  }, []);
  useFocusRequest(ticket.id, field, isEnabled);

  const canSend = isEnabled && (text.trim() !== '' || hasFiles || quick !== null);
  const written = { ticket, text, write, field, files };
  /** A half-typed shortcut must not reach the customer; it is only known once the quick messages are loaded. */
  const holdsCommand = () => {
    const isHeld = isCommand(text) && !quick && confirmedCommand.current !== text;
    if (isHeld && extras) setAskedCommand(text);
    return isHeld;
  };
  const send = () => {
    if (!canSend || hold.current?.() || holdsCommand()) return;
    const entries = compose({
      ticketId: ticket.id,
      meantFor: ticketShownBy(root.current),
      text,
      attachments: files.attachments,
      reply,
      quick: quick && { id: quick.id, name: quick.mediaName ?? quick.shortcode },
      signature: isSigned ? me.name : null,
      createdAt: new Date().toISOString(),
      makeId: makeClientId,
    });
    const sendQueue = sendQueueOf(me);
    for (const entry of entries) void sendQueue.add(entry);
    write('');
    files.clear();
    setQuick(null);
    replyTarget.set(null);
    reportTyping(ticket.id, 'paused');
    field.current?.focus();
  };
  const type = (next: string) => {
    write(next);
    confirmedCommand.current = null;
    setAskedCommand(null);
    if (!next.startsWith('/')) {
      setQuickClosed(false);
      setQuickAsked(false);
    }
    reportTyping(ticket.id, next.trim() === '' ? 'paused' : 'composing');
  };
  const askQuick = () => {
    if (text && !text.startsWith('/')) return;
    setQuickClosed(false);
    setQuickAsked(true);
    write(text || '/');
    field.current?.focus();
  };
  const pick = (chosen: QuickMessageView) => {
    type(chosen.message);
    setQuick(chosen.isMedia ? chosen : null);
    field.current?.focus();
  };
  const sendVoice = (recording: Voice) => {
    setRecording(false);
    const entry = composeVoice(ticket.id, recording, reply, new Date().toISOString(), makeClientId);
    void sendQueueOf(me).add({ ...entry, meantFor: ticketShownBy(root.current) });
    replyTarget.set(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || quickKeys.current?.(event) || extras?.markByKey(event, write))
      return;
    if (event.key === 'Escape' && reply) {
      event.preventDefault();
      replyTarget.set(null);
    }
    if (event.key === 'ArrowUp' && event.ctrlKey && text === '' && !hasFiles)
      document.dispatchEvent(new Event('desk:edit-last'));
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      ref={root}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Notices ticket={ticket} meId={me.id} />
      {files.isDragging ? (
        <p className="write-drop">
          <Icon name="paperclip" size={32} />
          {t('messages:dropHere')}
        </p>
      ) : null}
      {extras ? <extras.AboveField {...written} {...{ reply, quick, setQuick, send, isEnabled }} /> : null}
      {extras && hasBraces ? (
        <extras.UnfilledVariables text={content} ticket={ticket} field={field} hold={hold} onSend={send} />
      ) : null}
      {extras && askedCommand === text && text !== '' ? (
        <extras.UnmatchedCommand
          text={text}
          field={field}
          onSend={() => {
            confirmedCommand.current = text;
            send();
          }}
        />
      ) : null}
      {extras && isQuickOpen ? (
        <extras.QuickMessageMenu
          ticketId={ticket.id}
          text={text}
          field={field}
          keys={quickKeys}
          onPick={pick}
          isAsked={isQuickAsked}
          onClose={() => setQuickClosed(true)}
        />
      ) : null}
      {isRecording &&
        (recorder ? (
          <recorder.VoiceRecorder
            ticketId={ticket.id}
            onSend={sendVoice}
            onClose={() => setRecording(false)}
          />
        ) : (
          <p data-opening="" className="flex h-14 items-center px-4">
            <Spinner label={t('common:loading')} />
          </p>
        ))}
      <div className={`relative flex items-end gap-2 p-2 ${isRecording ? 'hidden' : ''}`}>
        <div className="write-box">
          <EmojiButton isEnabled={isEnabled} onPick={insert} className="write-wide" />
          <IconButton
            icon="plus"
            label={t(isSigned ? 'messages:toolsSigned' : 'messages:tools')}
            aria-expanded={isTooling}
            aria-controls="composer-tools"
            disabled={!isEnabled}
            onClick={() => setTooling(!isTooling)}
          />
          <div id="composer-tools" className="write-tools">
            <EmojiButton isEnabled={isEnabled} onPick={insert} className="write-narrow" />
            <AttachButton isEnabled={isEnabled} onFiles={files.add} />
            {extras && isEnabled ? (
              <extras.MoreTools {...written} onQuick={askQuick} />
            ) : (
              // Placeholders at the final position; the tools load when the user comes near.
              <span className="later-tools">
                <Icon name="zap" />
                <Icon name="folder" />
                <Icon name="audio-lines" />
              </span>
            )}
            <Button
              variant="ghost"
              icon="user-check"
              aria-label={t('messages:sign')}
              title={t('messages:sign')}
              aria-pressed={isSigned}
              disabled={!isEnabled}
              className={`rounded-full px-2.5 ${isSigned ? '' : 'text-muted'}`}
              onClick={() => {
                setSigned(!isSigned);
                writeSignOption(!isSigned);
              }}
            >
              <span className="write-sign">{t('messages:signShort')}</span>
            </Button>
          </div>
          <textarea
            ref={field}
            name="body"
            rows={1}
            dir="auto"
            maxLength={MAX_BODY - me.name.length - 4}
            disabled={!isEnabled}
            value={shown}
            placeholder={t(
              isEnabled ? 'messages:write' : `messages:notOpen.${isTheirs ? 'theirs' : ticket.status}`,
            )}
            aria-label={t('messages:write')}
            aria-keyshortcuts={`${SHORTCUTS.reply[0]} ${SHORTCUTS.editLast[0]}`}
            title={`${t('messages:write')} (${SHORTCUTS.reply[0]})\n${t('commands:keys.editLast')} (${shownKeys(SHORTCUTS.editLast[0])})`}
            autoComplete="off"
            className="write-field"
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => {
              setTooling(false);
              setNear(true);
            }}
            onPaste={(event) => files.onPaste(event) || extras?.pasteMarked(event, insert)}
            onKeyDown={onKeyDown}
          />
          {extras && isEnabled && me.canSchedule ? <extras.SendLater {...written} /> : null}
        </div>
        {canSend || !isEnabled ? (
          <IconButton
            icon="send"
            type="submit"
            label={t('messages:send')}
            variant="primary"
            disabled={!canSend}
            className="my-1"
          />
        ) : (
          <IconButton
            icon="mic"
            label={t('messages:record')}
            className="my-1"
            // The second click of a double click on what was the send button must not start a recording.
            onClick={({ detail }) => setRecording(detail < 2)}
          />
        )}
      </div>
    </form>
  );
}
