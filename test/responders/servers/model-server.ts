/**
 * A model provider and speech service, on loopback in a separate process. Written from OpenAI's API reference (chat
 * completions, audio transcriptions, error codes: https://platform.openai.com/docs/api-reference) and Azure Speech's
 * REST reference (https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech). `POST /_next`
 * sets the next answer, `POST /_asked` returns the requests.
 */
type Next = {
  text?: string;
  tools?: { name: string; arguments: string }[];
  status?: number;
  code?: string;
  body?: object;
  retryAfter?: string;
  raw?: string;
  hangs?: boolean;
  transcript?: string;
  echoes?: string;
};
type Asked = { path: string; key: string; body: unknown };

const queue: Next[] = [];
const asked: Asked[] = [];
const OPUS = new Uint8Array([0x4f, 0x67, 0x67, 0x53, 0, 2]);

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 60,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/_next') {
      queue.length = 0;
      queue.push(...((await request.json()) as Next[]));
      return Response.json({});
    }
    if (pathname === '/_asked') return Response.json(asked.splice(0));
    const key =
      request.headers.get('authorization') ?? request.headers.get('ocp-apim-subscription-key') ?? '';
    const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
    const text = isForm ? '' : await request.text();
    asked.push({ path: pathname, key, body: isForm ? await namesOf(request) : readJson(text) });
    const next = (queue.length > 1 ? queue.shift() : queue[0]) ?? {};
    if (next.hangs) await new Promise(() => undefined);
    if (next.status) return refusal(next);
    if (next.raw !== undefined)
      return new Response(next.raw, { headers: { 'Content-Type': 'application/json' } });
    if (pathname.endsWith('/audio/transcriptions'))
      return Response.json({ text: next.transcript ?? 'bom dia' });
    if (pathname.endsWith('/cognitiveservices/v1'))
      return new Response(OPUS, { headers: { 'Content-Type': 'audio/ogg' } });
    if (next.echoes) next.text = textOf(text, next.echoes);
    const isStream = (readJson(text) as { stream?: boolean } | null)?.stream === true;
    return isStream ? streamed(next) : Response.json(completion(next));
  },
});

function completion({ text = 'Pois não?', tools = [] }: Next) {
  const tool_calls = tools.map((one, n) => ({ id: `call_${n}`, type: 'function', function: one }));
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4.1-mini',
    choices: [
      {
        index: 0,
        finish_reason: tools.length > 0 ? 'tool_calls' : 'stop',
        message: { role: 'assistant', content: text || null, ...(tools.length > 0 && { tool_calls }) },
      },
    ],
    usage: { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 },
  };
}

function textOf(text: string, role: string): string {
  const { messages = [] } = readJson(text) as { messages?: { role: string; content: unknown }[] };
  return String(messages.find((one) => one.role === role)?.content);
}

function streamed({ text = 'Pois não?' }: Next): Response {
  const chunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content: text } }],
  };
  const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

function refusal({ status, code = '', retryAfter, body }: Next): Response {
  if (body) return Response.json(body, { status });
  const error = { message: 'no', type: 'error', param: null, code };
  return Response.json({ error }, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function namesOf(request: Request): Promise<unknown> {
  const form = await request.formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      value instanceof File ? { name: value.name, bytes: value.size } : value,
    ]),
  );
}

process.stdout.write(`${server.port}\n`);
