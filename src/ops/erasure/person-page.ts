import { type ErasingJob, PERSON_FILE_TABLES } from '../../modules/erasures/erasures.schema.ts';
import { formatMoment } from '../../schemas/languages.schema.ts';

type Job = Extract<ErasingJob, { kind: 'person' }>;
export type Row = Record<string, string | number | null>;
export type Found = Record<string, Row[]>;
export const MOMENT = /_at$/;

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}',
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #8888;padding:.25rem .6rem;text-align:left;vertical-align:top}',
  'div{overflow-x:auto}h2{margin:2rem 0 .5rem}ol{padding:0}li{margin:0 0 1rem;list-style:none}p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}',
].join('');

/** Standalone: no script, nothing fetched, and untrusted text is never markup. */
export function personPage(
  found: Found,
  { words: texts, timeZone }: Pick<Job, 'words' | 'timeZone'>,
): string {
  const reader = { locale: texts.language, timeZone };
  const shown = (name: string, value: Row[string] | undefined) =>
    escaped(MOMENT.test(name) && value ? formatMoment(new Date(value), reader) : value);
  const tables = Object.entries(PERSON_FILE_TABLES).map(([part, columns]) => {
    const rows = found[part] ?? [];
    const filled = columns.filter((name) => rows.some((row) => row[name] !== null && row[name] !== ''));
    if (filled.length === 0) return '';
    const head = filled.map((name) => `<th scope="col">${escaped(texts.columns[name])}</th>`).join('');
    const body = rows.map(
      (row) => `<tr>${filled.map((name) => `<td>${shown(name, row[name])}</td>`).join('')}</tr>`,
    );
    return `<h2>${escaped(texts.parts[part])}</h2><div tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
  });
  const sentences = (found.messages ?? []).map((row) => {
    const { from_me: fromMe, body, sent_at: at, media_path: file, media_name: name, transcript } = row;
    const link = file ? `<p><a href="media/${escaped(file)}">${escaped(name || texts.file)}</a></p>` : '';
    const transcriptHtml = transcript ? `<p><i>${escaped(transcript)}</i></p>` : '';
    const who = escaped(fromMe ? texts.company : texts.person);
    return `<li><small>${shown('sent_at', at)} · ${who}</small><p>${escaped(body)}</p>${link}${transcriptHtml}</li>`;
  });
  const title = escaped(texts.title);
  return [
    `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escaped(texts.made)}</p>`,
    ...tables,
    `<h2>${escaped(texts.messages)}</h2><ol>${sentences.join('')}</ol></main></body></html>`,
  ].join('\n');
}

const escaped = (value: unknown) =>
  String(value ?? '').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
