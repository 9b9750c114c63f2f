import { MachineFailed } from '../port.ts';
import { asMachineFailed, type ModelAccount, openClient } from './client.ts';

const MODEL = 'whisper-1';
/** What the protocol's own service takes at most. */
const MOST_BYTES = 25 * 1024 * 1024;

/** Throws MachineFailed. */
export async function transcribe(
  account: ModelAccount,
  { bytes, name, mime }: { bytes: Uint8Array; name: string; mime: string },
  signal: AbortSignal,
  model = MODEL,
): Promise<string> {
  if (bytes.length > MOST_BYTES) throw new MachineFailed('broken', 'a recording is too long');
  const client = await openClient(account);
  const file = new File([bytes as Uint8Array<ArrayBuffer>], name, { type: mime });
  const answer: unknown = await client.audio.transcriptions
    .create({ file, model }, { signal })
    .catch((error: unknown) => {
      throw asMachineFailed(error, signal);
    });
  const text = (answer as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') throw new MachineFailed('broken', 'no transcript');
  return text.trim();
}
