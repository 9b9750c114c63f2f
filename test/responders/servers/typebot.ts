// A Typebot viewer's chat API. Sources: docs.typebot.io, API reference "Start chat" and "Continue chat"; the
// response schema in packages/chat-api/src/schemas.ts of the public repository.
import { serve } from './serve.ts';

let sessions = 0;
const open = new Set<string>();
const text = (id: string, ...richText: object[]) => ({
  id,
  type: 'text',
  content: { type: 'richText', richText },
});
const line = (...children: object[]) => ({ type: 'p', children });
const textMessage = (id: string, content: string) => text(id, line({ text: content }));

serve(({ method, path, body, headers }) => {
  const own = `http://${headers.host}`;
  if (path === '/picture.png')
    return new Response(new Uint8Array([137, 80, 78, 71]), { headers: { 'Content-Type': 'image/png' } });
  if (path === '/voice.mp3')
    return new Response(new Uint8Array([1]), { headers: { 'Content-Type': 'audio/mpeg' } });
  if (path === '/clip.mp4')
    return new Response(new Uint8Array([2]), { headers: { 'Content-Type': 'video/mp4' } });
  if (method !== 'POST') return undefined;
  if (path === '/api/v1/typebots/vendas/startChat') {
    sessions += 1;
    open.add(`s${sessions}`);
    return {
      sessionId: `s${sessions}`,
      typebot: { id: 't1', version: '6', theme: {}, settings: {} },
      messages: [
        text(
          'b1',
          line(
            { text: 'Oi ' },
            { text: 'forte', bold: true },
            { text: ' e ', italic: true },
            { text: 'claro', underline: true },
          ),
          line(
            { text: 'Veja ' },
            { type: 'a', url: 'https://example.com/p', children: [{ text: 'preços' }] },
          ),
        ),
      ],
      clientSideActions: [{ type: 'wait', lastBubbleBlockId: 'b1', wait: { secondsToWaitFor: 2 } }],
      input: {
        id: 'i1',
        type: 'choice input',
        items: [
          { id: 'x', content: 'Comprar' },
          { id: 'y', content: 'Falar' },
        ],
      },
    };
  }
  if (path === '/api/v1/typebots/mudo/startChat') {
    open.add('m1');
    return { sessionId: 'm1', typebot: {}, messages: [], input: { id: 'i', type: 'text input' } };
  }
  const session = /^\/api\/v1\/sessions\/(\w+)\/continueChat$/.exec(path)?.[1];
  if (!session || !open.has(session)) return undefined;
  const input = { id: 'i2', type: 'text input' };
  switch ((JSON.parse(body) as { message: string }).message) {
    case 'mídia':
      return {
        messages: [
          { id: 'c1', type: 'image', content: { url: `${own}/picture.png` } },
          { id: 'c2', type: 'audio', content: { url: `${own}/voice.mp3` } },
          { id: 'c3', type: 'video', content: { type: 'url', url: `${own}/clip.mp4` } },
          { id: 'c4', type: 'video', content: { type: 'youtube', id: 'dQw4w9WgXcQ' } },
          { id: 'c5', type: 'embed', content: { url: 'https://example.com/mapa' } },
          { id: 'c6', type: 'image', content: { url: 'http://169.254.169.254/latest' } },
          { id: 'c7', type: 'image', content: { url: 'file:///etc/passwd' } },
        ],
        input,
      };
    case 'parar':
      return {
        messages: [
          textMessage('d1', 'Até já'),
          textMessage('d2', '#{"stopBot":true}'),
          textMessage('d3', 'nunca dito'),
        ],
      };
    case 'fila':
      return { messages: [textMessage('d1', '#{"queueId":"3"}')] };
    case 'pessoa':
      return { messages: [textMessage('d1', '#{"queueId":3,"userId":8}')] };
    case 'quase':
      return {
        messages: [textMessage('d1', '#{isto não é comando'), textMessage('d2', '#1 da lista')],
        input,
      };
    case '99':
      return { messages: [textMessage('e', 'Invalid message. Please, try again.')], input };
    case 'fim':
      open.delete(session);
      return { messages: [] };
    default:
      return {
        messages: [textMessage('z', `Você disse ${(JSON.parse(body) as { message: string }).message}`)],
        input,
      };
  }
});
