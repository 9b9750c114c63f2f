import { z } from 'zod';
import { houseEndpoints, housePages } from './house.tsx';
import { type Endpoint, endpoint, type Page } from './kernel/http/route.ts';
import type { ContractNames } from './kernel/live/contract-events.ts';
import { publish } from './modules/public-api/publish.door.ts';
import { MODULES } from './modules.ts';
import { describeApi, describeV1 } from './openapi.ts';

let document: ReturnType<typeof describeApi> | undefined;

export const PAGES: Page[] = [...MODULES.flatMap(({ pages = [] }) => pages), ...housePages];

export const ENDPOINTS: Endpoint[] = [
  ...MODULES.flatMap(({ endpoints = [] }) => endpoints),
  ...houseEndpoints,
  endpoint('GET /openapi.json', {
    access: 'person',
    summary: 'This document',
    reply: z.looseObject({ openapi: z.string() }),
    run: () => {
      document ??= describeApi(ENDPOINTS);
      return document;
    },
  }),
];

/** The calls of /api/v1, with its description. */
export const V1: Endpoint[] = [
  ...publish(ENDPOINTS),
  endpoint('GET /openapi.json', {
    access: 'anyone',
    summary: 'This document',
    reply: z.looseObject({ openapi: z.string() }),
    run: () => {
      v1Document ??= describeV1(V1);
      return v1Document;
    },
  }),
];
let v1Document: ReturnType<typeof describeV1> | undefined;

/** They stand at the pages' door too: a link that leads to a file asks for HTML unless it has the `download` attribute. */
export const FILES: Endpoint[] = ENDPOINTS.filter(
  ({ method, mime }) => method === 'GET' && mime !== undefined,
);

/** Every live update that existing clients hear under names of their own. */
export const CONTRACT: ContractNames = Object.assign({}, ...MODULES.map(({ contract }) => contract));
