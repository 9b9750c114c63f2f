// Dialogflow ES and Google's token endpoint. Sources: cloud.google.com/dialogflow/es/docs/reference/rest/v2
// (projects.agent.sessions.detectIntent) and developers.google.com/identity/protocols/oauth2/service-account.
import { verify } from 'node:crypto';
import { serve } from './serve.ts';

const publicKey = process.argv[2] ?? '';
let tokens = 0;

const result = (queryResult: object, rest: object = {}) => ({ responseId: 'r', queryResult, ...rest });
const textResponse = (...texts: string[]) => ({
  fulfillmentText: texts[0],
  fulfillmentMessages: texts.map((text) => ({ text: { text: [text, 'variante'] } })),
});

serve(({ method, path, body, headers }) => {
  if (path === '/picture.png')
    return new Response(new Uint8Array([137, 80, 78, 71]), { headers: { 'Content-Type': 'image/png' } });
  if (path === '/token') {
    const [head = '', claims = '', signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split(
      '.',
    );
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    tokens += 1;
    return { access_token: `token-${tokens}`, expires_in: 3_600, token_type: 'Bearer' };
  }
  if (!headers.authorization?.startsWith('Bearer token-'))
    return Response.json({ error: {} }, { status: 401 });
  if (method !== 'POST' || !/^\/v2\/projects\/vendas\/agent\/sessions\/[^/]+:detectIntent$/.test(path))
    return undefined;
  const asked = JSON.parse(body) as { queryInput: { text?: { text: string } }; inputAudio?: string };
  if (asked.inputAudio)
    return result(textResponse(`Ouvi ${Buffer.from(asked.inputAudio, 'base64').toString()}`));
  switch (asked.queryInput.text?.text) {
    case 'foto':
      return result({
        ...textResponse('Veja'),
        parameters: { image: `http://${headers.host}/picture.png`, react: '👍', n: 3 },
      });
    case 'voz':
      return result({}, { outputAudio: Buffer.from('OggS...').toString('base64') });
    case 'nada':
      return result({ fulfillmentText: '', fulfillmentMessages: [] });
    case 'tchau':
      return result({ ...textResponse('Obrigado'), diagnosticInfo: { end_conversation: true } });
    case 'encerrar':
      return result(textResponse('ATENDIMENTO FINALIZADO!'));
    default:
      return result(textResponse(`Sobre ${asked.queryInput.text?.text}:`, 'Mais alguma coisa?'));
  }
});
