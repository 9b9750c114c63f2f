import { BankPage } from '@/demo/views/bank-page.tsx';
import { page } from '@/kernel/http/respond.ts';
import { type Page, pageRoute } from '@/kernel/http/route.ts';
import type { Bank } from './bank.ts';
import { onlyHere } from './loopback.ts';
import { SIMULATOR } from './simulator.schema.ts';

export function bankPages(bank: Bank): Page[] {
  return [
    pageRoute(`GET ${SIMULATOR}/bank`, {
      access: 'anyone',
      async show(c) {
        const node = <BankPage codes={await bank.open()} />;
        return page(c, { title: 'simulator:bank.title', layout: 'bare' }, node);
      },
    }),
    pageRoute(`POST ${SIMULATOR}/bank/:txid`, {
      access: 'anyone',
      async show(c, { txid }) {
        await bank.pay(txid);
        return c.redirect(`${SIMULATOR}/bank`, 303);
      },
    }),
  ].map(onlyHere);
}
