import { expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { contrast } from '@/schemas/color.schema.ts';
import { hoursValues } from '@/schemas/service-hours.schema.ts';
import { iconPaths } from '../../scripts/icons.ts';
import { Avatar, initials } from './avatar.tsx';
import { Chip } from './badge.tsx';
import { safeColor, textOn } from './contrast.ts';
import { type Column, DataRows } from './data-table.tsx';
import { DialogForm } from './dialog.tsx';
import { ColorPicker } from './fields/color-picker.tsx';
import { Field, Select, TextArea } from './fields/field.tsx';
import { FileDrop } from './fields/file-drop.tsx';
import { NumberField } from './fields/number-field.tsx';
import { DEEP_COLORS, PALETTE } from './fields/palette.ts';
import { PasswordField } from './fields/password-field.tsx';
import { SearchField } from './fields/search-field.tsx';
import { ServiceHoursEditor } from './fields/service-hours.tsx';
import { CheckboxList, Switch } from './fields/switch.tsx';
import { TimeRange } from './fields/time-range.tsx';
import { ListPage } from './list-page.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { RowName } from './row-actions.tsx';
import { Tabs } from './tabs.tsx';
import { ToastRegion } from './toasts.tsx';

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
const render = (node: ReactNode) => renderToStaticMarkup(node);

const columns: Column<{ id: number; name: string }>[] = [
  { key: 'name', label: hostile, role: 'title', cell: ({ name }) => name },
];
const items = [
  { id: 1, name: hostile },
  { id: 2, name: 'second' },
];
const rows = (next: string | null, listed = items) => (
  <DataRows columns={columns} items={listed} keyOf={({ id }) => id} next={next} empty={<p>nothing</p>} />
);

const parts: Record<string, ReactNode> = {
  Avatar: <Avatar name={hostile} src={hostile} />,
  Chip: <Chip color={hostile}>{hostile}</Chip>,
  CheckboxList: (
    <CheckboxList
      name="q"
      label={hostile}
      options={[{ value: hostile, label: hostile, color: hostile }]}
      selected={[]}
    />
  ),
  ColorPicker: <ColorPicker name="color" label={hostile} value={hostile} error={hostile} />,
  DataRows: rows(`/tags?searchParam=${hostile}`),
  DialogForm: (
    <DialogForm id="d" title={hostile} action={hostile} error={hostile}>
      {hostile}
    </DialogForm>
  ),
  Field: <Field name="name" label={hostile} defaultValue={hostile} error={hostile} hint={hostile} />,
  FileDrop: <FileDrop name="f" label={hostile} error={hostile} hint={hostile} accept={hostile} />,
  ListPage: (
    <ListPage
      shows="page"
      name="x"
      title={hostile}
      text={hostile}
      href="/x"
      refresh="x"
      query={{ searchParam: hostile, kind: hostile }}
      search={hostile}
      filters={[{ name: 'kind', label: hostile, options: [{ value: hostile, label: hostile }] }]}
      add={{ label: hostile, href: hostile }}
      sorted={{ by: 'name' }}
      columns={columns}
      items={items}
      hasMore
      empty={{ icon: 'tag', title: hostile, text: hostile }}
    />
  ),
  Menu: (
    <Menu id="m" label={hostile}>
      <MenuItem>{hostile}</MenuItem>
    </Menu>
  ),
  NumberField: <NumberField name="n" label={hostile} value={hostile} unit={hostile} error={hostile} />,
  SearchField: <SearchField name="s" label={hostile} defaultValue={hostile} />,
  Select: <Select name="s" label={hostile} options={[{ value: hostile, label: hostile }]} />,
  Tabs: <Tabs label={hostile} active={hostile} tabs={[{ key: hostile, label: hostile, href: hostile }]} />,
  ServiceHoursEditor: (
    <ServiceHoursEditor
      values={{ 'hours.monday.startTime': hostile }}
      errors={{ 'hours.sunday.endTimeB': hostile }}
    />
  ),
  Switch: <Switch name="s" label={hostile} hint={hostile} />,
  TextArea: <TextArea name="t" label={hostile} defaultValue={hostile} />,
  TimeRange: (
    <TimeRange
      label={hostile}
      from={{ name: 'a', value: hostile }}
      until={{ name: 'b', value: hostile }}
      error={hostile}
    />
  ),
  ToastRegion: <ToastRegion toasts={[{ level: 'error', text: hostile }]} />,
};

for (const [name, node] of Object.entries(parts)) {
  test(`${name} escapes hostile text`, () => {
    const html = render(node);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toMatch(/="[^"]*"><script/);
  });
}

test('an invalid color never reaches a style attribute', () => {
  for (const color of ['red;position:fixed', 'url(//evil)', '#12', '#gggggg', '', null, undefined]) {
    expect(safeColor(color)).toBe('#6b7280');
  }
  expect(safeColor(' #Abc ')).toBe('#AAbbcc');
  expect(render(<Chip color="red;position:fixed">x</Chip>)).toContain('background-color:#6b7280;');
});

test('text on any palette color has a contrast of 4.5 to 1', () => {
  for (const color of [...PALETTE, '#757575', '#777777', '#ff0000', '#000000', '#ffffff']) {
    expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5);
  }
  expect(new Set(PALETTE).size).toBe(50);
});

test('the color picker offers fifty colors and lists a custom one first', () => {
  const radios = (value: string) =>
    render(<ColorPicker name="c" label="C" value={value} />).match(/type="radio"/g);
  expect(radios('#B80000')).toHaveLength(50);
  expect(radios('')).toHaveLength(50);
  expect(radios('#123456')).toHaveLength(51);
  expect(render(<ColorPicker name="c" label="C" value="#B80000" />)).toMatch(
    /<input[^>]*checked=""[^>]*value="#b80000"/,
  );
});

test('the color picker shows one row, with the chosen color, and folds the others', () => {
  const shown = (value: string) => {
    const [row = ''] = render(<ColorPicker name="c" label="C" value={value} />).split('<details');
    return [...row.matchAll(/value="(#\w+)"/g)].map(([, color]) => color);
  };
  expect(shown('#b80000')).toEqual(PALETTE.slice(0, 10));
  expect(shown('#eb9694')).toEqual(['#eb9694', ...PALETTE.slice(0, 9)]);
  expect(shown('#123456')).toEqual(['#123456', ...PALETTE.slice(0, 9)]);
});

test('only the last row fetches the next page, and none does on the last page', () => {
  const html = render(rows('/tags?page=2'));
  expect(html.match(/hx-get/g)).toHaveLength(1);
  expect(html).toMatch(/<tr data-key="2" hx-get="\/tags\?page=2"/);
  expect(render(rows(null))).not.toContain('hx-get');
  expect(render(rows(null, []))).toContain('<td colSpan="1"><p>nothing</p></td>');
});

test('a list fetches further rows with its filters and shows an empty message', () => {
  const list = (shown: typeof items, searchParam: string, shows: 'page' | 'rows' = 'rows') =>
    render(
      <ListPage
        shows={shows}
        name="thing"
        title="Things"
        href="/things"
        refresh="thing"
        query={{ searchParam, kind: undefined }}
        search="find"
        sorted={{ by: 'name' }}
        columns={columns}
        items={shown}
        hasMore={shown.length > 0}
        empty={{ icon: 'tag', title: 'No things yet', text: 'Make one', action: <a href="/new">make</a> }}
      />,
    );
  expect(list(items, 'a b')).toContain('hx-get="/things?searchParam=a+b&amp;after=2"');
  expect(list(items, 'a b')).not.toContain('<table');
  expect(list([], '')).toContain('No things yet');
  expect(list([], 'x')).toContain('common:noResults');
  const page = list(items, '', 'page');
  expect(page).toContain('id="thing-rows"');
  expect(page).toContain('hx-trigger="refresh:thing from:document"');
  expect(page).toContain('hx-include="#thing-filters [name]"');
});

test('a switch submits a false value unless it is disabled', () => {
  expect(render(<Switch name="s" label="S" />)).toContain('<input type="hidden" name="s" value="false"/>');
  expect(render(<Switch name="s" label="S" disabled />)).not.toContain('type="hidden"');
});

test('a field is linked to its label, hint and error', () => {
  const html = render(<Field name="email" label="E-mail" hint="h" error="bad" required />);
  expect(html).toContain('<label for="field-email"');
  expect(html).toMatch(/<input[^>]*id="field-email"[^>]*aria-invalid="true"/);
  expect(html).toContain('aria-describedby="field-email-error field-email-hint"');
  const fine = render(<Field name="email" label="E-mail" />);
  expect(fine).not.toContain('aria-invalid');
  expect(fine).not.toContain('aria-describedby');
});

test('a dialog form submits to its action and replaces itself', () => {
  const html = render(<DialogForm id="tag" title="Tag" action="/tags/1" method="put" />);
  expect(html).toContain('hx-put="/tags/1"');
  expect(html).toContain('hx-target="#tag"');
  expect(html).toContain('aria-labelledby="tag-title"');
});

test('avatar colors are those that allow white letters', () => {
  expect(DEEP_COLORS).toEqual(PALETTE.filter((color) => textOn(color) === '#ffffff'));
});

test('initials are from the first and the last word', () => {
  expect(initials('  ana  paula souza ')).toBe('AS');
  expect(initials('Élio')).toBe('É');
  expect(initials('👩‍🔧 Oficina')).toBe('👩O');
  expect(initials(' ')).toBe('');
});

test('the icons match Lucide’s paths', async () => {
  const written = await Bun.file(new URL('./icons/icon-paths.ts', import.meta.url)).text();
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  expect(plain(written)).toBe(plain(await iconPaths()));
});

test('a day that begins and ends at the same time is shown as closed, without times', () => {
  const html = render(<ServiceHoursEditor values={hoursValues([])} />);
  const timesOf = (day: string) =>
    [...html.matchAll(new RegExp(`name="hours\\.${day}\\.\\w+"[^>]*value="([^"]*)"`, 'g'))].map(
      ([, time]) => time,
    );
  expect(timesOf('saturday')).toEqual(['08:00', '12:00', '', '']);
  expect(timesOf('sunday')).toEqual(['', '', '', '']);
});

test('fields show the value and the error that their form has for their name', () => {
  const html = render(
    <DialogForm
      id="d"
      title="d"
      action="/d"
      values={{ name: 'Ana', text: 'Bom dia', kind: 'b', on: true, order: 7, note: 'of the form' }}
      errors={{ name: 'is taken', file: 'is too large' }}
    >
      <Field name="name" label="n" />
      <TextArea name="text" label="t" />
      <Select name="kind" label="k" options={['a', 'b'].map((value) => ({ value, label: value }))} />
      <Switch name="on" label="o" />
      <NumberField name="order" label="o" />
      <FileDrop name="file" label="f" />
      <Field name="note" label="n" defaultValue="its own" />
    </DialogForm>,
  );
  for (const shown of ['value="Ana"', '>Bom dia</textarea>', 'value="7"', 'value="its own"'])
    expect(html).toContain(shown);
  expect(html).toMatch(/<option[^>]* selected=""[^>]*>b</);
  expect(html).toMatch(/role="switch"[^>]* checked=""/);
  expect(html).toMatch(/id="field-name-error".*is taken.*id="field-file-error".*is too large/s);
  expect(html).not.toContain('of the form');
});

test('a form gives no secret back', () => {
  const secrets = { password: 'sesame', key: 'sesame', pin: 'sesame' };
  const html = render(
    <DialogForm id="d" title="d" action="/d" values={secrets}>
      <PasswordField name="password" label="p" />
      <TextArea name="key" label="k" data-secret="" />
      <Field name="pin" type="password" label="p" />
    </DialogForm>,
  );
  expect(html).not.toContain('sesame');
});

test('the name of a row can be read in full by pointer where it is cut', () => {
  expect(render(<RowName page="/x">{'Nome comprido'}</RowName>)).toContain('title="Nome comprido"');
  const parts = (
    <RowName dialog="/x">
      Faz <span>12</span>
    </RowName>
  );
  expect(render(parts)).toContain('title="Faz 12"');
});
