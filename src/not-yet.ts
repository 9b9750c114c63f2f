import { z } from 'zod';
import { pageOf } from './fields.schema.ts';
import { type Endpoint, endpoint } from './kernel/http/route.ts';
import { type ContractNames, companyEvent, listEvent } from './kernel/live/contract-events.ts';

/** Existing clients call these and fail on an error, so until its module exists each answers an empty list. */
export const notYetEndpoints: Endpoint[] = [
  emptyPage('/announcements', 'records'),
  emptyPage('/campaigns', 'records'),
  emptyPage('/contact-lists', 'records'),
  emptyList('/contact-lists/list'),
  emptyPage('/files', 'files'),
  emptyPage('/helps', 'records'),
  emptyList('/helps/list'),
  emptyList('/invoices/all'),
  emptyList('/plans/list', 'anyone'),
  emptyPage('/prompt', 'prompts'),
  emptyPage('/queueIntegration', 'queueIntegrations'),
  emptyPage('/schedules', 'schedules'),
];

/** File lists, whose module is not there yet, are told under two names; the page reads the second. */
export const notYetContract: ContractNames = {
  file: (companyId, data) => [
    { name: `company${companyId}-file`, data },
    ...listEvent(companyEvent(companyId, 'file', data).name, data, 'fileList', 'files'),
  ],
};

function emptyPage(path: `/${string}`, list: string): Endpoint {
  return endpoint(`GET ${path}`, {
    access: 'person',
    summary: 'Always empty: its module is not there yet',
    reply: pageOf(list, z.never()),
    run: () => ({ [list]: [], count: 0, hasMore: false }) as never,
  });
}

function emptyList(path: `/${string}`, access: 'anyone' | 'person' = 'person'): Endpoint {
  return endpoint(`GET ${path}`, {
    access,
    summary: 'Always empty: its module is not there yet',
    reply: z.array(z.never()),
    run: () => [],
  });
}
