const GROUND = '<ellipse cx="60" cy="77" rx="42" ry="5" fill="var(--quiet)" stroke="none"/>';
const SHEET = 'fill="var(--color-base-100)" stroke-width="1.75"';
const LINE = 'stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
const ACCENT =
  'stroke="var(--color-accent)" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"';

/** 120 by 84; `empty` has a 24 px icon in its middle. */
export const STATE_DRAWINGS = {
  empty: `${GROUND}<rect x="30" y="12" width="50" height="44" rx="8" transform="rotate(-9 55 34)" fill="var(--quiet)" stroke="none"/><rect x="34" y="18" width="52" height="48" rx="9" ${SHEET}/><path d="M94 16v7m-3.5-3.5h7M25 58v5m-2.5-2.5h5" ${ACCENT}/>`,
  failed: `${GROUND}<path d="M38 14h44a9 9 0 0 1 9 9v26a9 9 0 0 1-9 9H60L47 69V58h-9a9 9 0 0 1-9-9V23a9 9 0 0 1 9-9z" ${SHEET} stroke-linejoin="round"/><path d="M60 25v13m0 8v.500" ${ACCENT}/>`,
  offline: `${GROUND}<path d="M44 54a13 13 0 1 1 2.5-25.8A18 18 0 0 1 81 33a10.7 10.7 0 0 1 1 21z" ${SHEET} stroke-linejoin="round"/><path d="M63 54v6m-5.5 0h11v3.5a5.5 5.5 0 0 1-11 0z" ${LINE}/><path d="M60 69.5c-.5 5-12 1-18 5" ${LINE}/><path d="m55 37 12 12m0-12L55 49" ${ACCENT}/>`,
  forbidden: `${GROUND}<rect x="28" y="12" width="64" height="46" rx="9" fill="var(--quiet)" stroke="none"/><path d="M50 38v-7a10 10 0 0 1 20 0v7" ${LINE}/><rect x="43" y="38" width="34" height="28" rx="7" ${SHEET}/><path d="M60 48.5v6.5" ${ACCENT}/>`,
} as const;
