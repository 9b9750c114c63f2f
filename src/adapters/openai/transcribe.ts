import { ResponderFailed } from '../responders/responder.port.ts';
import { asResponderFailed, type ModelAccount, openClient } from './openai.client.ts';

const MODEL = 'whisper-1';
const MAX_BYTES = 25 * 1024 * 1024;

/** Throws ResponderFailed. */
export async function transcribe(
  account: ModelAccount,
  { bytes, name, mime }: { bytes: Uint8Array; name: string; mime: string },
  signal: AbortSignal,
  model = MODEL,
): Promise<string> {
  if (bytes.length > MAX_BYTES) throw new ResponderFailed('broken', 'a recording is too long');
  const client = await openClient(account);
  const file = new File([bytes as Uint8Array<ArrayBuffer>], name, { type: mime });
  const answer: unknown = await client.audio.transcriptions
    .create({ file, model }, { signal })
    .catch((error: unknown) => {
      throw asResponderFailed(error, signal);
    });
  const text = (answer as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') throw new ResponderFailed('broken', 'no transcript');
  return text.trim();
}
