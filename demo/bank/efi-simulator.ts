import { pixText } from './pix-text.ts';
import { type Simulator, type SimulatorOptions, startFixture } from './provider-simulator.ts';

type Pix = { endToEndId: string; txid: string; valor: string; chave: string; horario: string };
type Cob = {
  calendario: { criacao: string; expiracao: number };
  txid: string;
  revisao: number;
  loc: { id: number; location: string; tipoCob: 'cob'; criacao: string };
  location: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  devedor?: object;
  valor: { original: string };
  chave: string;
  solicitacaoPagador?: string;
  pixCopiaECola: string;
  pix?: Pix[];
};

const CLIENT = `Basic ${btoa('cliente:segredo')}`;
const TOKEN = 'token-do-simulador';
const refused = (status: number, nome: string, mensagem: string) => ({ status, body: { nome, mensagem } });

/** Efí's Pix API as documented: token, immediate charges, webhooks. No money moves. */
export function startEfiSimulator(options: SimulatorOptions = {}): Simulator {
  const cobs = new Map<string, Cob>();
  let webhookUrl = '';

  async function answer(request: Request, url: URL) {
    if (url.pathname === '/oauth/token') {
      if (request.headers.get('Authorization') !== CLIENT)
        return refused(401, 'invalid_client', 'Credenciais inválidas');
      const token = { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 };
      return { status: 200, body: { ...token, scope: 'cob.write cob.read' } };
    }
    if (request.headers.get('Authorization') !== `Bearer ${TOKEN}`)
      return refused(401, 'invalid_token', 'Token inválido');
    if (request.method === 'PUT' && url.pathname.startsWith('/v2/webhook/')) {
      ({ webhookUrl } = (await request.json()) as { webhookUrl: string });
      return { status: 201, body: { webhookUrl } };
    }
    const txid = /^\/v2\/cob\/([a-zA-Z0-9]{26,35})$/.exec(url.pathname)?.[1];
    if (!txid) return refused(400, 'txid_invalido', 'O txid não é válido');
    const known = cobs.get(txid);
    if (request.method === 'GET')
      return known
        ? { status: 200, body: known }
        : refused(404, 'cobranca_nao_encontrada', 'Cobrança não encontrada');
    if (known) return refused(409, 'txid_duplicado', 'Já existe uma cobrança com este txid');
    const cob = made(txid, (await request.json()) as Partial<Cob>, cobs.size + 1);
    if (!cob) return refused(400, 'json_invalido', 'Valores ou tipos de campos inválidos');
    cobs.set(txid, cob);
    return { status: 201, body: cob };
  }

  async function pay(body: { txid?: string; valor?: string; times?: number }) {
    const cob = body.txid ? cobs.get(body.txid) : [...cobs.values()].at(-1);
    if (!cob) return { error: 'unknown' };
    const { txid, chave } = cob;
    const pix = {
      endToEndId: `E${crypto.randomUUID().replaceAll('-', '')}`,
      txid,
      valor: body.valor ?? cob.valor.original,
      chave,
      horario: new Date().toISOString(),
    };
    cob.status = 'CONCLUIDA';
    cob.pix = [pix];
    const results = webhookUrl ? await notify({ pix: [pix] }, body.times ?? 1) : [];
    return { txid, reported: results };
  }

  function notify(notice: object, times: number) {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(notice),
    };
    return Promise.all(
      Array.from({ length: times }, async () => {
        const reply = await fetch(webhookUrl, init).catch(() => undefined);
        return reply?.status ?? 0;
      }),
    );
  }

  return startFixture(options, answer, {
    webhook: ({ url }) => {
      webhookUrl = String(url);
      return { webhookUrl };
    },
    pay: (body) => pay(body),
    cobs: () => ({ cobs: [...cobs.values()] }),
    forget: ({ txid }) => ({ forgotten: cobs.delete(String(txid)) }),
  });
}

function made(txid: string, asked: Partial<Cob>, id: number): Cob | undefined {
  const { calendario, valor, chave, devedor, solicitacaoPagador } = asked;
  if (!chave || !valor || !/^\d{1,10}\.\d\d$/.test(valor.original)) return undefined;
  if ((solicitacaoPagador?.length ?? 0) > 140) return undefined;
  const criacao = new Date().toISOString();
  const location = `qrcodespix-h.sejaefi.com.br/v2/${txid.slice(0, 32)}`;
  return {
    calendario: { criacao, expiracao: calendario?.expiracao ?? 3600 },
    txid,
    revisao: 0,
    loc: { id, location, tipoCob: 'cob', criacao },
    location,
    status: 'ATIVA',
    ...(devedor && { devedor }),
    valor,
    chave,
    ...(solicitacaoPagador && { solicitacaoPagador }),
    pixCopiaECola: pixText(location, valor.original),
  };
}
