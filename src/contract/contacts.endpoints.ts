import { z } from 'zod';
import {
  BlockInput,
  ContactFilter,
  ContactInput,
  ContactListQuery,
  ContactPatch,
  MergeInput,
} from '../modules/contacts/contacts.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

/** The address book. */
export const contactsEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/contacts',
    access: 'person',
    summary: 'A page of contacts by name; groups are left out',
    query: ContactFilter,
    reply: shape.pageOf('contacts', shape.Contact),
  },
  {
    method: 'GET',
    path: '/contacts/list',
    access: 'person',
    summary: 'All contacts by name',
    query: ContactListQuery,
    reply: z.array(shape.Contact),
  },
  {
    method: 'GET',
    path: '/contacts/:id',
    access: 'person',
    summary: 'One contact with its extra fields',
    reply: shape.ContactDetail,
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'POST',
    path: '/contacts',
    access: 'person',
    summary:
      'Adds a contact whose number is on WhatsApp; says `alreadyExists` or `invalido` instead; `checked` is false while no connection is up',
    body: ContactInput,
    reply: shape.AddedContact,
    errors: ['ERR_WAPP_CHECK_CONTACT'],
  },
  {
    method: 'PUT',
    path: '/contacts/:id',
    access: 'person',
    summary: 'Changes a contact; fields that `extraInfo` does not name go',
    body: ContactPatch,
    reply: shape.ContactDetail,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
    ],
  },
  {
    method: 'POST',
    path: '/contacts/:id/block',
    access: 'person',
    summary: 'Keeps what a contact writes out of the desk, here and at WhatsApp, or lets it in again',
    body: BlockInput,
    reply: shape.ContactDetail,
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'POST',
    path: '/contacts/merge',
    access: 'supervisor',
    summary: 'Gives everything of `drop` to `keep`; `undo` takes it back within five minutes',
    body: MergeInput,
    reply: z.strictObject({ contact: shape.ContactDetail, undo: z.string() }),
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/contacts/:id',
    access: 'admin',
    summary: 'Deletes a contact with its tickets and everything said in them',
    reply: shape.Said,
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
];
