import { z } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';
import {
  NewQuickMessage,
  QuickMessageFilter,
  QuickMessageInput,
} from '../modules/quick-messages/quick-messages.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

const QuickMessage = z.strictObject({
  id: z.number().int(),
  shortcode: z.string(),
  message: z.string(),
  geral: z.boolean(),
  status: z.boolean(),
  isMedia: z.boolean(),
  mediaPath: z.url().nullable(),
  mediaName: z.string().nullable(),
  userId: z.number().int().nullable(),
  companyId: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
const Done = z.strictObject({ mensagem: z.string() });
const CHANGE_ERRORS: ErrorCode[] = ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION'];

/** What agents write every day; each sees his own and the general ones. */
export const quickMessagesEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/quick-messages',
    access: 'person',
    summary: 'A page of the reader’s own and the general ones, by shortcode',
    query: QuickMessageFilter,
    reply: shape.pageOf('records', QuickMessage),
  },
  {
    method: 'GET',
    path: '/quick-messages/list',
    access: 'person',
    summary: 'Everything the composer may offer: active, own or general',
    reply: z.array(QuickMessage),
  },
  {
    method: 'GET',
    path: '/tickets/:id/quick-messages',
    access: 'reader',
    summary: 'The same, each filled in for this ticket; `unfilled` names what there is no value for',
    reply: z.array(QuickMessage.extend({ unfilled: z.array(z.string()) })),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  {
    method: 'GET',
    path: '/quick-messages/:id',
    access: 'person',
    summary: 'One quick message',
    reply: QuickMessage,
    errors: ['ERR_NO_QUICKMESSAGE_FOUND'],
  },
  {
    method: 'POST',
    path: '/quick-messages',
    access: 'person',
    summary: 'Makes a quick message; `geral` is for administrators',
    body: NewQuickMessage,
    reply: QuickMessage,
    errors: ['ERR_NO_PERMISSION'],
  },
  {
    method: 'PUT',
    path: '/quick-messages/:id',
    access: 'person',
    summary: 'Changes a quick message; agents their own that are not general',
    body: QuickMessageInput,
    reply: QuickMessage,
    errors: CHANGE_ERRORS,
  },
  {
    method: 'DELETE',
    path: '/quick-messages/:id',
    access: 'person',
    summary: 'Deletes a quick message',
    reply: shape.Said,
    errors: CHANGE_ERRORS,
  },
  {
    method: 'POST',
    path: '/quick-messages/:id/media-upload',
    access: 'person',
    summary: 'Gives it a file, in the place of the one it had',
    files: 'file',
    reply: Done,
    errors: [...CHANGE_ERRORS, 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
  },
  {
    method: 'DELETE',
    path: '/quick-messages/:id/media-upload',
    access: 'person',
    summary: 'Takes its file away',
    reply: Done,
    errors: CHANGE_ERRORS,
  },
];
