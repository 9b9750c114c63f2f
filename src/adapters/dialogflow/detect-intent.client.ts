import { z } from 'zod';
import { ask, type Reach, read } from '../responders/call-service.client.ts';
import { ResponderFailed } from '../responders/responder.port.ts';
import { readAccount, type Tokens } from './service-account.ts';

export type Project = { name: string; credentials: string; language: string; baseUrl: string };
export type Query = { text: string } | { audio: Uint8Array };

const Message = z.looseObject({ text: z.looseObject({ text: z.array(z.string()).default([]) }).optional() });

/** Dialogflow ES, REST v2, `projects.agent.sessions.detectIntent`. Unused fields are not required. */
const Detected = z.looseObject({
  queryResult: z
    .looseObject({
      fulfillmentText: z.string().optional(),
      fulfillmentMessages: z.array(Message).default([]),
      parameters: z.record(z.string(), z.unknown()).default({}),
      diagnosticInfo: z.looseObject({ end_conversation: z.boolean().optional() }).optional(),
    })
    .optional(),
  outputAudio: z.string().optional(),
});

export type Detected = {
  texts: string[];
  isOver: boolean;
  imageUrl: string;
  emoji: string;
  audio: Uint8Array | undefined;
};

export const GOOGLE_URL = 'https://dialogflow.googleapis.com';
const MAX_BYTES = 4 * 1024 * 1024;

/** Throws ResponderFailed. */
export async function detectIntent(
  reach: Reach,
  tokens: Tokens,
  project: Project,
  session: string,
  query: Query,
): Promise<Detected> {
  const account = readAccount(project.credentials);
  const name = project.name || account.project_id || '';
  if (name === '') throw new ResponderFailed('unset', 'project');
  const reply = await ask(reach, {
    url: `${project.baseUrl}/v2/projects/${encodeURIComponent(name)}/agent/sessions/${encodeURIComponent(session)}:detectIntent`,
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokens.of(reach, account)}` },
    json: bodyOf(project, query),
    maxBytes: MAX_BYTES,
  });
  if (reply.status === 404) throw new ResponderFailed('refused', 'status 404: no such agent');
  return detectedIn(read(reply, Detected));
}

function bodyOf({ language }: Project, query: Query) {
  if ('text' in query) return { queryInput: { text: { text: query.text, languageCode: language } } };
  const audioConfig = {
    audioEncoding: 'AUDIO_ENCODING_OGG_OPUS',
    sampleRateHertz: 16_000,
    languageCode: language,
  };
  return { queryInput: { audioConfig }, inputAudio: Buffer.from(query.audio).toString('base64') };
}

function detectedIn({ queryResult, outputAudio }: z.infer<typeof Detected>): Detected {
  const {
    fulfillmentMessages = [],
    fulfillmentText = '',
    parameters = {},
    diagnosticInfo,
  } = queryResult ?? {};
  // The agent has already chosen one of a message's variants.
  const texts = fulfillmentMessages.flatMap(({ text }) => text?.text.slice(0, 1) ?? []).filter(isPublic);
  return {
    texts: texts.length > 0 ? texts : [fulfillmentText].filter(isPublic),
    isOver: diagnosticInfo?.end_conversation === true,
    imageUrl: textOf(parameters.image),
    emoji: textOf(parameters.react),
    audio: outputAudio ? new Uint8Array(Buffer.from(outputAudio, 'base64')) : undefined,
  };
}

const isPublic = (text: string) => text.trim() !== '';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
