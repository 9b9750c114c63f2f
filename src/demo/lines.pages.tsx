import { Hono } from 'hono';
import { CodeDialog, OwnMessageDialog, QrDialog } from '@/demo/views/line-dialogs.tsx';
import { AppError } from '@/kernel/errors.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { fragment } from '@/kernel/http/respond.ts';
import { form, idParam, type Refused } from '@/kernel/http/validate.ts';
import type { Line } from './lines.ts';
import type { Playground } from './playground.ts';
import { happened, refused } from './replies.ts';
import { CodeInput, OwnMessageInput, ScanInput, SIMULATOR } from './simulator.schema.ts';

const LINE = `${SIMULATOR}/lines/:company/:connection`;
/** Nobody answers a code that the desk no longer shows, so the wait has an end. */
const PATIENCE_MS = 10_000;

export function createLinesPages(playground: Playground): Hono<Env> {
  async function lineOf(c: Ctx): Promise<Line> {
    await playground.lines.refresh();
    const target = { companyId: idParam(c, 'company'), connectionId: idParam(c, 'connection') };
    const line = playground.lines.find(target);
    if (!line) throw new AppError('ERR_NO_WAPP_FOUND');
    return line;
  }

  const qrAgain = async (c: Ctx, { values, errors }: Refused) =>
    fragment(c, <QrDialog line={(await lineOf(c)).view} value={values.qr} error={errors.qr} />, 422);
  const codeAgain = async (c: Ctx, { values, errors }: Refused) =>
    fragment(c, <CodeDialog line={(await lineOf(c)).view} value={values.code} error={errors.code} />, 422);
  const writeAgain = async (c: Ctx, { values, errors }: Refused) =>
    fragment(
      c,
      <OwnMessageDialog {...writing(playground, await lineOf(c))} values={values} errors={errors} />,
      422,
    );

  return new Hono<Env>()
    .post(`${LINE}/scan`, async (c) => {
      const { phone, qrcode, view } = await lineOf(c);
      if (!qrcode) return refused(c, 'simulator:toast.noQr');
      return linking(c, async () => {
        await phone.scan(qrcode);
        playground.lines.remember(view, phone.number);
      });
    })
    .get(`${LINE}/qr`, async (c) => fragment(c, <QrDialog line={(await lineOf(c)).view} />))
    .post(`${LINE}/qr`, form(ScanInput, qrAgain), async (c) => {
      const { phone } = await lineOf(c);
      return linking(c, () => phone.scan(c.req.valid('form').qr));
    })
    .get(`${LINE}/code`, async (c) => fragment(c, <CodeDialog line={(await lineOf(c)).view} />))
    .post(`${LINE}/code`, form(CodeInput, codeAgain), async (c) => {
      const { phone } = await lineOf(c);
      return linking(c, () => phone.enterCode(c.req.valid('form').code));
    })
    .delete(`${LINE}/devices`, async (c) => {
      (await lineOf(c)).phone.unlink();
      return happened(c, 'simulator:toast.unlinked');
    })
    .get(`${LINE}/messages`, async (c) =>
      fragment(c, <OwnMessageDialog {...writing(playground, await lineOf(c))} />),
    )
    .post(`${LINE}/messages`, form(OwnMessageInput, writeAgain), async (c) => {
      const { phone } = await lineOf(c);
      const { to, text } = c.req.valid('form');
      const customer = playground.network.findPhone(to);
      if (!customer) return refused(c, 'simulator:toast.nobody');
      await phone.send(customer, { text });
      return happened(c, 'simulator:toast.sent');
    });
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
