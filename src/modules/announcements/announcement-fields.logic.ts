import type { Addressees } from './addressees.queries.ts';

export function newAnnouncement(companies: Addressees) {
  return { title: '', text: '', priority: '3', status: true, ...toFields(companies) };
}

export function toFields(companies: Addressees): { forAll: boolean; companies: string[] } {
  return { forAll: companies === null, companies: (companies ?? []).map(String) };
}
