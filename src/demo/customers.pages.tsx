import { Hono } from 'hono';
import { ComposerForm } from '@/demo/views/composer-form.tsx';
import { NewCustomerDialog } from '@/demo/views/new-customer-dialog.tsx';
import { AppError } from '@/kernel/errors.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { fragment, trigger } from '@/kernel/http/respond.ts';
import { form, query, type Refused } from '@/kernel/http/validate.ts';
import { sampleFor } from './attachments.ts';
import { chatOf } from './chat.ts';
import { mediumOf } from './medium.ts';
import type { Customer, Playground } from './playground.ts';
import { happened, refused } from './replies.ts';
import {
  ATTACHMENTS,
  ComposerQuery,
  CustomerInput,
  CustomerPatch,
  MessageInput,
  ReactionInput,
  SIMULATOR,
} from './simulator.schema.ts';

const ALL = `${SIMULATOR}/customers`;
const ONE = `${ALL}/:number{\\d+}`;

export function createCustomersPages(playground: Playground): Hono<Env> {
  const customerOf = (c: Ctx) => playground.customer(c.req.param('number') ?? '');
  const messageOf = (c: Ctx) => playground.find(customerOf(c), c.req.param('id') ?? '');
  const composer = (c: Ctx, customer: Customer, choice: { about?: string; edit?: string; text?: string }) =>
    fragment(c, <ComposerForm {...composing(playground, customer, choice)} />);

  const newAgain = (c: Ctx, { values, errors }: Refused) =>
    fragment(c, <NewCustomerDialog lines={linesOf(playground)} values={values} errors={errors} />, 422);

  return new Hono<Env>()
    .get(`${ALL}/new`, (c) => fragment(c, <NewCustomerDialog lines={linesOf(playground)} />))
    .post(ALL, form(CustomerInput, newAgain), async (c) => {
      const { name, number, line } = c.req.valid('form');
      const [companyId = 0, connectionId = 0] = line.split(':').map(Number);
      const isNew = await playground.add({ name, number }, { companyId, connectionId });
      if (isNew) return happened(c);
      const errors = { number: c.var.t('simulator:new.taken') };
      return newAgain(c, { values: { name, number, line }, errors });
    })
    .patch(ONE, form(CustomerPatch, invalid), (c) => {
      const { phone } = Object.assign(customerOf(c), c.req.valid('form'));
      const { isOn } = c.req.valid('form');
      if (isOn !== undefined) phone.switch(isOn ? 'on' : 'off');
      return happened(c);
    })
    .get(`${ONE}/picture`, async (c) => {
      const picture = playground.pictureOf(customerOf(c));
      return c.body(new Uint8Array(picture), 200, {
        'Content-Type': 'image/jpeg',
        'Cache-Control': 'private, max-age=3600',
      });
    })
    .get(`${ONE}/composer`, query(ComposerQuery), (c) => composer(c, customerOf(c), c.req.valid('query')))
    .post(`${ONE}/messages`, form(MessageInput, invalid), async (c) => {
      const customer = customerOf(c);
      const { text, about, edit } = c.req.valid('form');
      await playground.write(customer, { text, about, edit });
      trigger(c, { simulated: true });
      return composer(c, customer, {});
    })
    .delete(`${ONE}/messages/:id`, async (c) => {
      const { key } = messageOf(c);
      await playground.act(customerOf(c), { delete: key });
      trigger(c, { simulated: true });
      return composer(c, customerOf(c), {});
    })
    .post(`${ONE}/messages/:id/reactions`, form(ReactionInput, invalid), async (c) => {
      const { key } = messageOf(c);
      await playground.act(customerOf(c), { react: { key, text: c.req.valid('form').emoji } });
      trigger(c, { simulated: true });
      return composer(c, customerOf(c), {});
    })
    .get(`${ONE}/messages/:id/media`, async (c) => mediumOf(c, customerOf(c).phone, messageOf(c)))
    .post(`${ONE}/attachments/:kind`, async (c) => {
      const kind = ATTACHMENTS.find((known) => known === c.req.param('kind'));
      if (!kind) throw new AppError('ERR_NOT_FOUND');
      const customer = customerOf(c);
      customer.isLively = false;
      await playground.say(customer, sampleFor(kind, c.var.t));
      return happened(c);
    })
    .post(`${ONE}/typing`, (c) => {
      playground.type(customerOf(c));
      return c.body(null, 204);
    })
    .post(`${ONE}/read`, (c) => {
      playground.read(customerOf(c));
      return happened(c);
    })
    .post(`${ONE}/call`, (c) => {
      playground.call(customerOf(c));
      return happened(c);
    })
    .delete(`${ONE}/call`, (c) => {
      playground.hangUp(customerOf(c));
      return happened(c);
    });
}

const invalid = (c: Ctx) => refused(c, 'validation:invalid');

function linesOf({ lines }: Playground) {
  return lines.all.map(({ view }) => view);
}

function composing(
  playground: Playground,
  customer: Customer,
  { about, edit }: { about?: string; edit?: string },
) {
  const id = about || edit;
  const item = id
    ? chatOf(customer.phone, playground.line(customer).phone).find((one) => one.id === id)
    : null;
  if (id && !item) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return { number: customer.phone.number, item: item ?? null, isEditing: Boolean(edit) };
}
