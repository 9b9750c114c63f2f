import { BankPage } from '@demo/bank/bank-page.tsx';
import { page } from '@/core/http/responses/respond.ts';
import { type Page, pageRoute } from '@/core/http/routing/route.ts';
import { onlyHere } from '../loopback.ts';
import { SIMULATOR } from '../phones/simulator.schema.ts';
import type { Bank } from './bank.ts';

export function bankPages(bank: Bank): Page[] {
  return [
    pageRoute(`GET ${SIMULATOR}/bank`, {
      access: 'anyone',
      async answer(c) {
        const node = <BankPage codes={await bank.open()} />;
        return page(c, { title: 'simulator:bank.title', layout: 'bare' }, node);
      },
    }),
    pageRoute(`POST ${SIMULATOR}/bank/:txid`, {
      access: 'anyone',
      async answer(c, { txid }) {
        await bank.pay(txid);
        return c.redirect(`${SIMULATOR}/bank`, 303);
      },
    }),
  ].map(onlyHere);
}
