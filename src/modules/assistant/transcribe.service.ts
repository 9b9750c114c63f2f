import { transcribe } from '@/adapters/openai/transcribe.ts';
import { AppError } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getMessageView, requireMessage } from '@/modules/messages/message-access.queries.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { storeTranscript } from '@/modules/messages/store-transcript.service.ts';
import { recordUsage, requireBudget } from '@/modules/prompts/ai-usage.service.ts';
import { asked } from './ask-assistant.service.ts';
import { requireHelper } from './find-assistant.queries.ts';

type Asking = { messageId: number; signal: AbortSignal };

/** Throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_ASSISTANT_NO_AUDIO, ERR_RATE_LIMITED, ERR_ASSISTANT_*. */
export async function transcribeMessage(scope: Scope, { messageId, signal }: Asking): Promise<MessageView> {
  const { message } = await requireMessage(scope, messageId);
  const user = requireUser(scope);
  const { helper, row, audioModel } = await requireHelper(scope);
  if (audioModel === '') throw new AppError('ERR_ASSISTANT_OFF');
  const { mediaPath, mediaMime, mediaType, mediaState, isDeleted } = message;
  if (mediaType !== 'audio' || mediaState !== 'ready' || mediaPath === null || isDeleted)
    throw new AppError('ERR_ASSISTANT_NO_AUDIO');
  if (message.transcript) return getMessageView(scope, messageId);
  const text = await asked(scope, signal, async (until) => {
    await requireBudget(scope);
    const bytes = await scope.kernel.storage.read(scope.companyId, mediaPath);
    if (!bytes) throw new AppError('ERR_ASSISTANT_NO_AUDIO');
    const file = {
      bytes,
      name: `audio.${EXTENSIONS[mediaMime ?? ''] ?? 'ogg'}`,
      mime: mediaMime ?? 'audio/ogg',
    };
    return transcribe(helper.account, file, until, audioModel);
  });
  await recordUsage(scope, { purpose: 'transcription', promptId: row.id, userId: user.id }, row);
  if (text === '') throw new AppError('ERR_ASSISTANT_FAILED');
  await scope.write((tx) => storeTranscript(tx, message.ticketId, { messageId, text }));
  return getMessageView(scope, messageId);
}

const EXTENSIONS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
};
