import { z } from 'zod';
import { type Endpoint, endpoint, type Page } from '../core/http/routing/route.ts';
import type { ContractNames } from '../core/realtime/contract-events.ts';
import { publish } from '../modules/public-api/publish-endpoints.http.ts';
import { MODULES } from '../modules.ts';
import { describeApi, describeV1 } from './openapi.ts';
import { sharedEndpoints, sharedPages } from './shared.routes.tsx';

let document: ReturnType<typeof describeApi> | undefined;

export const PAGES: Page[] = [...MODULES.flatMap(({ pages = [] }) => pages), ...sharedPages];

export const ENDPOINTS: Endpoint[] = [
  ...MODULES.flatMap(({ endpoints = [] }) => endpoints),
  ...sharedEndpoints,
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

/** Also among the pages: a link to a file asks for HTML unless it has the `download` attribute. */
export const FILES: Endpoint[] = ENDPOINTS.filter(
  ({ method, mime }) => method === 'GET' && mime !== undefined,
);

export const CONTRACT: ContractNames = Object.assign({}, ...MODULES.map(({ contract }) => contract));
