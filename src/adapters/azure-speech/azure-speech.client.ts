import type { SafeCall } from '@/core/security/safe-call.ts';
import { asFailure } from '../responders/call-service.client.ts';
import { ResponderFailed } from '../responders/responder.port.ts';

export type Speaker = {
  call: SafeCall;
  /** `{region}` is replaced by the account's. */
  address: string;
  region: string;
  key: string;
  voice: string;
};

/** WhatsApp plays it as a voice note without conversion. */
export const VOICE_MIME = 'audio/ogg; codecs=opus';
const FORMAT = 'ogg-24khz-16bit-mono-opus';
const MAX_BYTES = 8 * 1024 * 1024;
/** The service allows ten minutes of speech, longer than anybody listens. */
const MAX_LETTERS = 1_500;

/** https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech. Throws ResponderFailed. */
export async function synthesize(speaker: Speaker, text: string, signal: AbortSignal): Promise<Uint8Array> {
  const { call, address, region, key, voice } = speaker;
  if (key === '' || !/^[a-z0-9-]{2,40}$/.test(region))
    throw new ResponderFailed('unset', 'voice key or region');
  try {
    const reply = await call(`${address.replace('{region}', region)}/cognitiveservices/v1`, {
      method: 'POST',
      headers: {
        'Ocp-Apim-Subscription-Key': key,
        'Content-Type': 'application/ssml+xml',
        'X-Microsoft-OutputFormat': FORMAT,
      },
      body: ssml(voice, text.slice(0, MAX_LETTERS).toWellFormed()),
      signal,
      timeoutMs: 15_000,
      maxBytes: MAX_BYTES,
    });
    if (reply.status === 401 || reply.status === 403) throw new ResponderFailed('refused', 'voice key');
    if (reply.status !== 200) throw new ResponderFailed('busy', `voice ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  } catch (cause) {
    throw asFailure(cause);
  }
}

function ssml(voice: string, text: string): string {
  const lang = voice.slice(0, 5);
  return `<speak version="1.0" xml:lang="${plain(lang)}"><voice name="${plain(voice)}">${plain(text)}</voice></speak>`;
}

const SIGNS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML allows no control characters, not even escaped. */
function plain(text: string): string {
  return [...text]
    .filter((sign) => sign >= ' ' || sign === '\n' || sign === '\t')
    .map((sign) => SIGNS[sign] ?? sign)
    .join('');
}
