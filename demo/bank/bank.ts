import { generate } from 'selfsigned';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { makeDueInvoices } from '@/modules/billing/invoices/make-invoices.service.ts';
import { storeProvider, webhookSecret } from '@/modules/billing/providers/provider-settings.service.ts';
import { startEfiSimulator } from './efi-simulator.ts';

export type BankCode = { txid: string; value: string; payer: string; text: string };

export type Bank = {
  efiUrl: string;
  open(): Promise<BankCode[]>;
  pay(txid: string): Promise<void>;
  connect(kernel: Kernel, url: string): Promise<void>;
  stop(): Promise<void>;
};

type Cob = {
  txid: string;
  status: string;
  valor: { original: string };
  devedor?: { nome: string };
  solicitacaoPagador?: string;
};

export function openBank(): Bank {
  const provider = startEfiSimulator();
  const ask = async <T>(control: string, body: object = {}): Promise<T> => {
    const address = new Request(`${provider.url}/_${control}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return (await globalThis.fetch(address)).json() as Promise<T>;
  };
  return {
    efiUrl: provider.url,
    async open() {
      const { cobs } = await ask<{ cobs: Cob[] }>('cobs');
      return cobs
        .filter(({ status }) => status === 'ATIVA')
        .reverse()
        .map(({ txid, valor, devedor, solicitacaoPagador = '' }) => ({
          txid,
          value: valor.original,
          payer: devedor?.nome ?? '',
          text: solicitacaoPagador,
        }));
    },
    async pay(txid) {
      await ask('pay', { txid });
    },
    async connect(kernel, url) {
      const { private: key, cert } = await generate([{ name: 'commonName', value: 'demo' }]);
      const credentials = { clientId: 'cliente', clientSecret: 'segredo', pixKey: 'demo@balcao.example' };
      const [first] = await kernel.platform.db.query.companies.findMany({ limit: 1 });
      const system = await systemScope(kernel, first?.id ?? 1);
      await storeProvider(system, 'efi', { ...credentials, certificate: `${key}\n${cert}` });
      await ask('webhook', { url: `${url}/api/subscription/webhook/${await webhookSecret(kernel)}` });
      await makeDueInvoices(kernel);
    },
    stop: () => provider.stop(),
  };
}
