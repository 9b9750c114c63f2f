import { CodeDialog, OwnMessageDialog, QrDialog } from '@demo/phones/views/line-dialogs.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam } from '@/core/http/routing/validate.ts';
import type { SessionTarget } from '@/whatsapp/port.ts';
import type { Playground } from '../playground.ts';
import type { Line } from './lines.ts';
import { happened, refused } from './replies.ts';
import { CodeInput, OwnMessageInput, ScanInput, SIMULATOR } from './simulator.schema.ts';

const LINE = `${SIMULATOR}/lines/:companyId/:connectionId` as const;
const PATIENCE_MS = 10_000;

export function linesPages(playground: Playground) {
  async function lineOf(target: SessionTarget): Promise<Line> {
    await playground.lines.refresh();
    const line = playground.lines.find(target);
    if (!line) throw new AppError('ERR_NO_WAPP_FOUND');
    return line;
  }

  const lineAt = (c: Ctx) =>
    lineOf({ companyId: idParam(c, 'companyId'), connectionId: idParam(c, 'connectionId') });

  return [
    pageRoute(`POST ${LINE}/scan`, {
      access: 'anyone',
      async answer(c, target) {
        const { phone, qrcode, view } = await lineOf(target);
        if (!qrcode) return refused(c, 'simulator:toast.noQr');
        return linking(c, async () => {
          await phone.scan(qrcode);
          playground.lines.remember(view, phone.number);
        });
      },
    }),
    pageRoute(`GET ${LINE}/qr`, {
      access: 'anyone',
      answer: async (c, target) => fragment(c, <QrDialog line={(await lineOf(target)).view} />),
    }),
    pageRoute(`POST ${LINE}/qr`, {
      access: 'anyone',
      form: ScanInput,
      example: () => ({ body: { qr: '2@x' } }),
      onInvalid: async (c, { values, errors }) =>
        fragment(c, <QrDialog line={(await lineAt(c)).view} value={values.qr} error={errors.qr} />, 422),
      async answer(c, { form, ...target }) {
        const { phone } = await lineOf(target);
        return linking(c, () => phone.scan(form.qr));
      },
    }),
    pageRoute(`GET ${LINE}/code`, {
      access: 'anyone',
      answer: async (c, target) => fragment(c, <CodeDialog line={(await lineOf(target)).view} />),
    }),
    pageRoute(`POST ${LINE}/code`, {
      access: 'anyone',
      form: CodeInput,
      example: () => ({ body: { code: 'ABCD1234' } }),
      onInvalid: async (c, { values, errors }) =>
        fragment(
          c,
          <CodeDialog line={(await lineAt(c)).view} value={values.code} error={errors.code} />,
          422,
        ),
      async answer(c, { form, ...target }) {
        const { phone } = await lineOf(target);
        return linking(c, () => phone.enterCode(form.code));
      },
    }),
    pageRoute(`DELETE ${LINE}/devices`, {
      access: 'anyone',
      async answer(c, target) {
        (await lineOf(target)).phone.unlink();
        return happened(c, 'simulator:toast.unlinked');
      },
    }),
    pageRoute(`GET ${LINE}/messages`, {
      access: 'anyone',
      answer: async (c, target) =>
        fragment(c, <OwnMessageDialog {...writing(playground, await lineOf(target))} />),
    }),
    pageRoute(`POST ${LINE}/messages`, {
      access: 'anyone',
      form: OwnMessageInput,
      example: () => ({ body: { to: '5511988887777', text: 'Olá' } }),
      onInvalid: async (c, refusal) =>
        fragment(c, <OwnMessageDialog {...writing(playground, await lineAt(c))} {...refusal} />, 422),
      async answer(c, { form: { to, text }, ...target }) {
        const { phone } = await lineOf(target);
        const customer = playground.network.findPhone(to);
        if (!customer) return refused(c, 'simulator:toast.nobody');
        await phone.send(customer, { text });
        return happened(c, 'simulator:toast.sent');
      },
    }),
  ];
}

async function linking(c: Ctx, link: () => Promise<unknown>): Promise<Response> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('nobody answered')), PATIENCE_MS);
  try {
    await Promise.race([link(), late]);
    return happened(c, 'simulator:toast.linked');
  } catch (error) {
    c.var.log.info({ err: error }, 'a phone could not be linked');
    return refused(c, 'simulator:toast.notLinked');
  } finally {
    clearTimeout(timer);
  }
}

function writing(playground: Playground, line: Line) {
  const people = playground.customers
    .filter(({ target }) => playground.lines.find(target) === line)
    .map(({ phone }) => ({ number: phone.number, name: phone.name }));
  return { line: line.view, people };
}
