import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices, plans, platformSettings } from '@db/platform/schema/index.ts';
import { EFI_CREDENTIALS } from '@test/support/payments.ts';
import { setSuper } from '@test/support/people.ts';
import { like } from 'drizzle-orm';
import { type BillingFixture, createBillingFixture, DAY } from './billing-fixture.test-support.ts';

let shared: BillingFixture;
beforeAll(async () => {
  shared = await createBillingFixture();
  await setSuper(shared.kernel, shared.testApp.people, 'davi');
});
afterAll(() => shared.stop());

const part = async (
  who: 'ana' | 'davi' | 'bia',
  method: string,
  path: string,
  form?: Record<string, string>,
) => (await shared.testApp.as(who)).part(method, path, form);
const ADDRESS = {
  billingName: 'Ana Lima',
  document: '529.982.247-25',
  addressStreet: 'Rua A, 1',
  addressCity: 'Recife',
  addressZipCode: '50000-000',
  addressCountry: 'BR',
};
const stepOf = (html: string) =>
  /aria-current="step"[^>]*>\d\. (\w+)/.exec(html.replaceAll('<!-- -->', ''))?.[1];

describe('checkout', () => {
  test('starts at Dados while data is missing, otherwise at Personalizar', async () => {
    const { id } = await shared.owes();
    const path = `/financeiro/${id}/checkout`;
    const first = await part('ana', 'GET', path);
    expect(stepOf(first.text)).toBe('Dados');
    expect(first.text).not.toContain('aria-invalid="true"');
    const missing = await part('ana', 'POST', `${path}?go=next`, { step: 'customise', addressCountry: 'BR' });
    expect([missing.status, stepOf(missing.text)]).toEqual([422, 'Dados']);
    for (const sent of [
      'O nome completo é obrigatório',
      'O Endereço é obrigatório',
      'A cidade é obrigatória',
      'CEP é obrigatório',
    ])
      expect(missing.text).toContain(sent);
    const wrong = await part('ana', 'POST', `${path}?go=next`, {
      ...ADDRESS,
      document: '123',
      addressCountry: 'AR',
      step: 'data',
    });
    expect(wrong.text).toContain('CPF ou CNPJ inválido');
    expect(wrong.text).toContain('O país é obrigatório');
    const filled = await part('ana', 'POST', `${path}?go=next`, { ...ADDRESS, step: 'data' });
    expect([filled.status, stepOf(filled.text)]).toEqual([200, 'Personalizar']);
    const review = await part('ana', 'POST', `${path}?go=next`, { ...ADDRESS, step: 'customise' });
    expect(stepOf(review.text)).toBe('Revisar');
    const back = await part('ana', 'POST', `${path}?go=back`, { ...ADDRESS, step: 'review' });
    expect(stepOf(back.text)).toBe('Personalizar');
    await part('ana', 'PUT', '/subscription', { ...ADDRESS, billingEmail: 'ana@aurora.test' });
    const again = await part('ana', 'GET', path);
    expect(stepOf(again.text)).toBe('Personalizar');
    expect(again.text).toContain('R$');
  });

  test('shows the Pix code, replaces it when expired and confirms the payment', async () => {
    const { id } = await shared.owes();
    const pay = () =>
      part('ana', 'POST', `/financeiro/${id}/checkout?go=pay`, { ...ADDRESS, step: 'review' });
    const shown = await pay();
    expect(shown.headers.get('HX-Trigger')).toContain('Assinatura realizada com sucesso!, aguardando');
    expect(shown.text).toContain('Pix copia e cola');
    const [charge] = (await shared.charges()).filter(({ invoiceId }) => invoiceId === id);
    expect(shown.text).toContain(charge?.pixCode ?? 'no code');
    expect((await shared.company())?.document).toBe('52998224725');
    await pay();
    expect((await shared.charges()).filter(({ invoiceId }) => invoiceId === id)).toHaveLength(1);
    const state = () => part('ana', 'GET', `/financeiro/charges/${charge?.id}`);
    expect((await state()).status).toBe(204);
    shared.testApp.clock.advance(3_600_001);
    expect((await state()).text).toContain('Gerar novo código');
    const again = await part('ana', 'POST', `/financeiro/${id}/code`);
    expect(again.text).not.toContain(charge?.pixCode ?? '');
    const txid = (await shared.charges()).at(-1)?.reference;
    await shared.provider.ask('pay', { txid });
    const received = await shared.testApp.listenAs('bia');
    await shared.notifyProvider({ pix: [{ txid }] });
    await shared.testApp.settle();
    expect(received.filter(({ channel }) => channel === 'payment').map(({ data }) => data)).toMatchObject([
      { action: 'CONCLUIDA', company: { id: shared.companyId, schedules: [] } },
    ]);
    const paid = await state();
    expect(paid.headers.get('HX-Trigger')).toContain('renovada at');
    expect(paid.text).toContain('delay:4s');
    expect((await part('ana', 'GET', '/financeiro/paid')).headers.get('HX-Redirect')).toBe('/');
    const receipt = await (await shared.testApp.as('ana')).raw(`/financeiro/${id}/receipt.pdf`, {
      headers: { Accept: 'text/html' },
    });
    const pdf = Buffer.from(await receipt.arrayBuffer()).toString('latin1');
    expect(receipt.headers.get('Content-Type')).toBe('application/pdf');
    expect(pdf).toStartWith('%PDF-1.4');
    expect(pdf).toContain('(529.982.247-25)');
    const at = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(at, at + 4)).toBe('xref');
  });

  test('is denied to other companies and agents', async () => {
    const { id } = await shared.owes();
    for (const who of ['davi', 'bia'] as const) {
      const reply = await part(who, 'GET', `/financeiro/${id}/checkout`);
      expect([403, 404]).toContain(reply.status);
    }
    expect((await shared.call('davi', 'POST', '/subscription', { invoiceId: id })).status).toBe(404);
  });

  test('ignores prices and card data sent by old clients', async () => {
    await shared.owes();
    const body = {
      price: 1,
      users: 999,
      plan: '{"value":1}',
      cardNumber: '4111111111111111',
      cvv: '123',
      firstName: 'Ana',
    };
    const reply = await shared.call<{ valor: { original: string } }>('ana', 'POST', '/subscription', body);
    expect(reply.body.valor.original).toBe('30.00');
  });
});

describe('trial', () => {
  const cases: [name: string, trialDays: number | null, dueDays: number | null, said: string][] = [
    ['with three days left', 3, 3, 'Seu período de teste termina em 3 dias!'],
    ['on its last day', 0, 0, 'Seu período de teste termina hoje!'],
    ['that was paid before its end', 3, 33, 'Sua assinatura vale até'],
    ['whose end was taken away', 3, null, 'Sua assinatura não tem vencimento'],
    ['that there never was', null, 3, 'Sua assinatura vale até'],
  ];
  for (const [name, trialDays, dueDays, sent] of cases)
    test(`${name}: ${sent}`, async () => {
      const { now } = shared.testApp.clock;
      const at = (days: number | null) =>
        days === null ? null : new Date(now.getTime() + days * DAY + 3_600_000);
      await shared.change({ trialExpiration: at(trialDays), dueDate: at(dueDays) });
      const { text } = await (await shared.testApp.as('ana')).page('/subscription');
      expect(text).toContain(sent);
      const isTrial = sent.startsWith('Seu período');
      const isAsked = [text.includes('Assinar agora!'), text.includes('Pagar agora')];
      expect(isAsked).toEqual([isTrial, !isTrial && dueDays !== null]);
    });
});

describe('plan change', () => {
  const addPlan = async (name: string, value: number) => {
    const [row] = await shared.kernel.platform.write((tx) =>
      tx
        .insert(plans)
        .values({ name, value, users: 20, connections: 20, queues: 20 })
        .returning({ id: plans.id }),
    );
    return row?.id ?? 0;
  };

  test('to a dearer plan charges the shown difference, to a cheaper one waits', async () => {
    const [dear, cheap] = [await addPlan('Plano Grande', 90), await addPlan('Plano Pequeno', 10)];
    // 10 March to 20 March of a period from 20 February: 10 of 28 days of 60 reais.
    const before = await shared.owes(10);
    const shown = await part('ana', 'GET', '/subscription/plans');
    expect(shown.text.replaceAll('\u00a0', ' ')).toContain('diferença de R$ 21,43');
    expect(shown.text.replaceAll('\u00a0', ' ')).toMatch(/R\$ 90,00( |<!-- -->)+por mês/);
    await part('ana', 'POST', '/subscription/plans', { planId: String(dear) });
    const change = (await shared.listed()).find(({ kind }) => kind === 'change');
    expect(change).toMatchObject({ value: 21.43, status: 'open', detail: 'Plano Grande' });
    expect((await shared.company())?.planId).toBe(before.planId);
    const { body } = await shared.subscribe({ invoiceId: change?.id });
    await shared.provider.ask('pay', { txid: body.txid });
    await shared.notifyProvider({ pix: [{ txid: body.txid }] });
    const moved = await shared.company();
    expect([moved?.planId, moved?.dueDate?.getTime()]).toEqual([dear, before.dueDate.getTime()]);
    const later = await part('ana', 'POST', '/subscription/plans', { planId: String(cheap) });
    expect(later.headers.get('HX-Trigger')).toContain('pr\\u00f3ximo per\\u00edodo');
    expect((await shared.company())?.planId).toBe(dear);
    const next = await shared.subscribe();
    expect(next.body.valor.original).toBe('10.00');
    await shared.provider.ask('pay', { txid: next.body.txid });
    await shared.notifyProvider({ pix: [{ txid: next.body.txid }] });
    expect((await shared.company())?.planId).toBe(cheap);
    await shared.change({ planId: before.planId });
  });

  test('to an unavailable plan is rejected', async () => {
    await shared.owes();
    expect((await part('ana', 'POST', '/subscription/plans', { planId: '987654' })).status).toBe(409);
  });
});

describe('super administrators', () => {
  test('mark an invoice as paid once, with a note', async () => {
    const { id } = await shared.owes();
    const path = `/platform/invoices/${id}/paid`;
    const list = (await (await shared.testApp.as('davi')).page('/platform/invoices')).text;
    const button = new RegExp(`<button[^>]*id="all-invoices-${id}-paid"`).exec(list)?.[0] ?? '';
    expect(button).toContain(`aria-label="Marcar como paga: fatura ${id}"`);
    expect((await part('davi', 'POST', path, { note: ' ' })).status).toBe(422);
    expect((await part('ana', 'POST', path, { note: 'eu mesma' })).status).toBe(403);
    expect((await part('davi', 'POST', path, { note: 'Transferência' })).status).toBe(204);
    expect((await shared.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
    expect((await part('davi', 'POST', path, { note: 'de novo' })).status).toBe(409);
    expect((await (await shared.testApp.as('davi')).page('/platform/invoices?status=paid')).text).toContain(
      'Transferência',
    );
  });

  test('settle underpayments, where only accepted ones count', async () => {
    for (const [how, days] of [
      ['dismiss', 10],
      ['accept', 41],
    ] as const) {
      await shared.owes();
      const { txid } = (await shared.subscribe()).body;
      await shared.provider.ask('pay', { txid, valor: '29.00' });
      await shared.notifyProvider({ pix: [{ txid }] });
      const [notice] = await shared.notices();
      const path = `/platform/payment-notices/${notice?.id}`;
      expect((await part('davi', 'GET', path)).text).toContain('Pago a menos');
      expect((await part('davi', 'POST', path, { note: 'ok', how })).status).toBe(204);
      expect((await part('davi', 'POST', path, { note: 'ok', how })).status).toBe(404);
      const left = ((await shared.company())?.dueDate?.getTime() ?? 0) - shared.testApp.clock.now.getTime();
      expect(Math.round(left / 86_400_000)).toBe(days);
    }
  });

  test('configure providers, whose secrets are encrypted and never shown', async () => {
    const davi = await shared.testApp.as('davi');
    const shown = (await davi.page('/platform/payments')).text;
    expect(shown).toContain(EFI_CREDENTIALS.pixKey);
    for (const secret of [EFI_CREDENTIALS.clientSecret, 'BEGIN']) expect(shown).not.toContain(`"${secret}`);
    const rows = await shared.kernel.platform.db
      .select()
      .from(platformSettings)
      .where(like(platformSettings.key, 'payments:%'));
    for (const { value } of rows)
      expect(Buffer.from(value, 'base64').toString('latin1')).not.toContain('segredo');
    const stored = await davi.part('PUT', '/platform/payments/efi', {
      clientId: 'cliente',
      pixKey: 'outra@balcao.test',
    });
    expect(stored.status).toBe(204);
    const wrong = await davi.part('PUT', '/platform/payments/efi', { clientSecret: 'errado' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('O provedor recusou estas credenciais. Confira-as.');
    expect(wrong.text).not.toContain('errado');
    expect((await part('ana', 'PUT', '/platform/payments/efi', { clientId: 'x' })).status).toBe(403);
    expect((await shared.subscribe({ invoiceId: (await shared.owes()).id })).status).toBe(200);
  });
});

describe('invoice list', () => {
  const idsIn = (html: string) => [...html.matchAll(/data-key="(\d+)"/g)].map(([, id]) => Number(id));

  test('is searched by plan, number and day in pages of twenty', async () => {
    const first = await shared.owes();
    const { id: _id, dueDay: _day, ...like } = first;
    await shared.kernel.platform.write((tx) =>
      tx.insert(invoices).values(
        Array.from({ length: 25 }, (_, n) => ({
          ...like,
          detail: n === 7 ? 'Plano Ouro' : 'Plano 1',
          dueDay: `2025-${n < 12 ? '01' : '02'}-${String(1 + (n % 12)).padStart(2, '0')}`,
          kind: n < 24 ? ('period' as const) : ('change' as const),
        })),
      ),
    );
    const rows = async (query: string) => idsIn((await part('ana', 'GET', `/financeiro${query}`)).text);
    const page = await rows('');
    expect(page).toHaveLength(20);
    expect(page).toEqual([...page].sort((a, b) => b - a));
    const rest = await rows(`?after=${page.at(-1)}`);
    expect(rest).toHaveLength(6);
    expect(rest.at(-1)).toBe(first.id);
    expect(await rows('?searchParam=ouro')).toHaveLength(1);
    expect(await rows(`?searchParam=%23${first.id}`)).toContain(first.id);
    expect(await rows('?searchParam=02/2025')).toHaveLength(13);
    expect(await rows('?searchParam=%25')).toHaveLength(0);
  });
});
