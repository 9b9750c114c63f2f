import { ComposerForm } from '@demo/phones/views/composer-form.tsx';
import { NewCustomerDialog } from '@demo/phones/views/new-customer-dialog.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { fragment, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import type { Customer, Playground } from '../playground.ts';
import { sampleFor } from './attachments.ts';
import { chatOf } from './chat.ts';
import { happened, refused } from './replies.ts';
import { mediumOf } from './serve-medium.ts';
import {
  ATTACHMENTS,
  ComposerQuery,
  CustomerInput,
  CustomerPatch,
  MessageInput,
  ReactionInput,
  SIMULATOR,
} from './simulator.schema.ts';

const ALL = `${SIMULATOR}/customers` as const;
const ONE = `${ALL}/:number` as const;

export function customersPages(playground: Playground) {
  return [...peoplePages(playground), ...chatPages(playground), ...phonePages(playground)];
}

function peoplePages(playground: Playground) {
  const newAgain = (c: Ctx, { values, errors }: Refused) =>
    fragment(c, <NewCustomerDialog lines={linesOf(playground)} values={values} errors={errors} />, 422);

  return [
    pageRoute(`GET ${ALL}/new`, {
      access: 'anyone',
      answer: (c) => fragment(c, <NewCustomerDialog lines={linesOf(playground)} />),
    }),
    pageRoute(`POST ${ALL}`, {
      access: 'anyone',
      form: CustomerInput,
      example: () => ({ body: { name: 'Rita', number: '5511988887777', line: '1:1' } }),
      onInvalid: newAgain,
      async answer(c, { form: { name, number, line } }) {
        const [companyId = 0, connectionId = 0] = line.split(':').map(Number);
        const isNew = await playground.add({ name, number }, { companyId, connectionId });
        if (isNew) return happened(c);
        const errors = { number: c.var.t('simulator:new.taken') };
        return newAgain(c, { values: { name, number, line }, errors });
      },
    }),
    pageRoute(`PUT ${ONE}`, {
      access: 'anyone',
      form: CustomerPatch,
      example: () => ({ body: { isOn: 'true' } }),
      onInvalid: invalid,
      answer(c, { number, form }) {
        const { phone } = Object.assign(playground.customer(number), form);
        if (form.isOn !== undefined) phone.switch(form.isOn ? 'on' : 'off');
        return happened(c);
      },
    }),
    pageRoute(`GET ${ONE}/picture`, {
      access: 'anyone',
      answer(c, { number }) {
        const picture = playground.pictureOf(playground.customer(number));
        return c.body(new Uint8Array(picture), 200, {
          'Content-Type': 'image/jpeg',
          'Cache-Control': 'private, max-age=3600',
        });
      },
    }),
  ];
}

function chatPages(playground: Playground) {
  const composer = (c: Ctx, customer: Customer, choice: { about?: string; edit?: string } = {}) =>
    fragment(c, <ComposerForm {...composing(playground, customer, choice)} />);

  return [
    pageRoute(`GET ${ONE}/composer`, {
      access: 'anyone',
      query: ComposerQuery,
      answer: (c, { number, query }) => composer(c, playground.customer(number), query),
    }),
    pageRoute(`POST ${ONE}/messages`, {
      access: 'anyone',
      form: MessageInput,
      example: () => ({ body: { text: 'Olá' } }),
      onInvalid: invalid,
      async answer(c, { number, form: { text, about, edit } }) {
        const customer = playground.customer(number);
        await playground.write(customer, { text, about, edit });
        trigger(c, { simulated: true });
        return composer(c, customer);
      },
    }),
    pageRoute(`DELETE ${ONE}/messages/:id`, {
      access: 'anyone',
      async answer(c, { number, id }) {
        const customer = playground.customer(number);
        await playground.act(customer, { delete: playground.find(customer, id).key });
        trigger(c, { simulated: true });
        return composer(c, customer);
      },
    }),
    pageRoute(`POST ${ONE}/messages/:id/reactions`, {
      access: 'anyone',
      form: ReactionInput,
      example: () => ({ body: { emoji: '👍' } }),
      onInvalid: invalid,
      async answer(c, { number, id, form: { emoji: text } }) {
        const customer = playground.customer(number);
        await playground.act(customer, { react: { key: playground.find(customer, id).key, text } });
        trigger(c, { simulated: true });
        return composer(c, customer);
      },
    }),
    pageRoute(`GET ${ONE}/messages/:id/media`, {
      access: 'anyone',
      answer(c, { number, id }) {
        const customer = playground.customer(number);
        return mediumOf(c, customer.phone, playground.find(customer, id));
      },
    }),
    pageRoute(`POST ${ONE}/attachments/:kind`, {
      access: 'anyone',
      async answer(c, { number, kind }) {
        const known = ATTACHMENTS.find((one) => one === kind);
        if (!known) throw new AppError('ERR_NOT_FOUND');
        const customer = playground.customer(number);
        customer.isLively = false;
        await playground.sendFrom(customer, sampleFor(known, c.var.t));
        return happened(c);
      },
    }),
  ];
}

function phonePages(playground: Playground) {
  return [
    pageRoute(`POST ${ONE}/typing`, {
      access: 'anyone',
      answer(c, { number }) {
        playground.type(playground.customer(number));
        return c.body(null, 204);
      },
    }),
    pageRoute(`POST ${ONE}/read`, {
      access: 'anyone',
      answer(c, { number }) {
        playground.read(playground.customer(number));
        return happened(c);
      },
    }),
    pageRoute(`POST ${ONE}/call`, {
      access: 'anyone',
      answer(c, { number }) {
        playground.call(playground.customer(number));
        return happened(c);
      },
    }),
    pageRoute(`DELETE ${ONE}/call`, {
      access: 'anyone',
      answer(c, { number }) {
        playground.hangUp(playground.customer(number));
        return happened(c);
      },
    }),
  ];
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
