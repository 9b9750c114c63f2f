// Three systems of internet providers, each under its own path. Sources: docs.asaas.com (API v3: customers, payments,
// pixQrCode, identificationField); IXC Provedor's public collection for webservice v1 (cliente, fn_areceber,
// get_boleto, get_pix, cliente_contrato, desbloqueio_confianca); MK-Auth's API as its public clients call it (/api/,
// cliente/show).
import { serve } from './serve.ts';

const OWNER = '52998224725';
const POINTS = '529.982.247-25';
const pdf = Buffer.from('%PDF-1.4 boleto').toString('base64');
const page = (registros: object[]) => ({ page: '1', total: registros.length, registros });

serve(({ path, body, headers }) => {
  const asked = body ? (JSON.parse(body) as Record<string, string>) : {};
  if (path.startsWith('/asaas') && headers.access_token !== 'CANARY-asaas')
    return new Response('{}', { status: 401 });
  switch (path) {
    case `/asaas/customers?cpfCnpj=${OWNER}`:
      return {
        data: [
          { id: 'cus_9', name: 'Outra', cpfCnpj: '11144477735' },
          { id: 'cus_1', name: 'Ana', cpfCnpj: OWNER },
        ],
      };
    case '/asaas/payments?customer=cus_1&status=OVERDUE&limit=10':
      return { data: [{ id: 'pay_1', value: 99.9, dueDate: '2026-02-10' }] };
    case '/asaas/payments?customer=cus_1&status=PENDING&limit=10':
      return { data: [{ id: 'pay_2', value: 100, dueDate: '2026-01-10' }] };
    case '/asaas/payments/pay_1/pixQrCode':
      return { payload: '000201PIX1' };
    case '/asaas/payments/pay_2/identificationField':
      return { identificationField: '23790.1' };
    case '/ixc/webservice/v1/cliente':
      return page(
        asked.query === POINTS
          ? [{ id: '7', razao: 'Ana', cnpj_cpf: POINTS }]
          : [{ id: '8', razao: 'X', cnpj_cpf: '1' }],
      );
    case '/ixc/webservice/v1/fn_areceber':
      return page([
        { id: '900', valor: '89.90', data_vencimento: '2026-02-10', linha_digitavel: '34191.7', status: 'A' },
        { id: '901', valor: '1.00', data_vencimento: '2026-01-10', linha_digitavel: '', status: 'R' },
      ]);
    case '/ixc/webservice/v1/get_boleto':
      return pdf;
    case '/ixc/webservice/v1/get_pix':
      return { type: 'success', pix: { qrCode: { qrcode: '000201IXC' } } };
    case '/ixc/webservice/v1/cliente_contrato':
      return page([{ id: '55', status: 'A', status_internet: 'FA' }]);
    case '/ixc/webservice/v1/desbloqueio_confianca':
      return asked.id === '55'
        ? { tipo: 'sucesso', codigo: '', mensagem: 'ok' }
        : { tipo: 'erro', codigo: '109' };
    case '/mk/api/':
      return headers.authorization?.startsWith('Basic ')
        ? 'eyJhbGciOi.token.assinado'
        : new Response('', { status: 401 });
    case `/mk/api/cliente/show/${OWNER}`:
      return {
        dados_cliente: {
          titulos: {
            nome: 'Ana',
            cpf_cnpj: POINTS,
            valor: '75.00',
            linhadig: '001',
            pix: '000201MK',
            datavenc: '2026-02-10 00:00:00',
            status: 'vencido',
          },
        },
      };
    default:
      return path.startsWith('/asaas/customers')
        ? { data: [] }
        : path.startsWith('/mk/api/cliente')
          ? 'NULL'
          : undefined;
  }
});
