import type { Page } from 'playwright-core';
import { clickPaths } from '@/modules/click-to-chat/click-to-chat-paths.schema.ts';
import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { statusPaths } from '@/modules/status/status-paths.schema.ts';
import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import { MODULES } from '@/modules.ts';
import { fileListPaths, integrationPaths, paths, promptPaths, queuePaths, schedulePaths } from '@/paths.ts';
import type { Furnished } from './furnish.ts';
import { otherScreens, type Screen, workspaceScreens } from './screens.ts';

export function officeScreens(things: Furnished): Screen[] {
  const { queueId, connectionId, linkId, webhookId, promptId, integrationId } = things;
  const [users, queues, rules] = [paths.users(), queuePaths.list(), paths.rules()];
  return [
    { name: 'users', path: users },
    { name: 'a user’s menu', path: users, isLayer: true, open: rowMenu },
    { name: 'add a user', path: users, dialog: paths.newUser() },
    { name: 'edit a user', path: users, dialog: paths.editUser(1) },
    { name: 'delete a user', path: users, dialog: paths.confirmDeleteUser(2) },
    { name: 'queues', path: queues },
    { name: 'add a queue', path: queues, dialog: queuePaths.add() },
    { name: 'edit a queue', path: queues, dialog: queuePaths.edit(queueId) },
    { name: 'delete a queue', path: queues, dialog: queuePaths.confirmDelete(queueId) },
    { name: 'options of a queue', path: queuePaths.options(queueId), shows: '.option-title' },
    { name: 'rules', path: rules },
    { name: 'add a rule', path: rules, dialog: paths.newRule() },
    {
      name: 'health of a connection',
      path: paths.connections(),
      dialog: paths.connectionHealth(connectionId),
    },
    { name: 'add a holiday', path: paths.settings(), dialog: paths.newHoliday() },
    { name: 'privacy', path: '/settings/privacy' },
    { name: 'export', path: companyFilePaths.exports() },
    { name: 'export the company', path: companyFilePaths.exports(), dialog: companyFilePaths.newExport() },
    { name: 'schedules', path: schedulePaths.list(), open: week, shows: '.calendar-hours' },
    { name: 'links', path: clickPaths.list() },
    { name: 'add a link', path: clickPaths.list(), dialog: clickPaths.add() },
    { name: 'link, QR code and button', path: clickPaths.list(), dialog: clickPaths.show(linkId) },
    { name: 'webhooks', path: webhookPaths.list() },
    { name: 'add a webhook', path: webhookPaths.list(), dialog: webhookPaths.add() },
    { name: 'log of a webhook', path: webhookPaths.log(webhookId) },
    { name: 'prompts', path: promptPaths.list() },
    { name: 'edit a prompt', path: promptPaths.list(), dialog: promptPaths.edit(promptId) },
    { name: 'use of models', path: promptPaths.usage() },
    { name: 'integrations', path: integrationPaths.list() },
    {
      name: 'edit an integration',
      path: integrationPaths.list(),
      dialog: integrationPaths.edit(integrationId),
    },
    { name: 'add an integration', path: integrationPaths.list(), dialog: integrationPaths.add() },
    { name: 'add a file list', path: fileListPaths.list(), dialog: fileListPaths.add() },
  ];
}

export function platformScreens(): Screen[] {
  return [
    { name: 'status', path: statusPaths.page() },
    { name: 'audit of the platform', path: '/platform/audit', shows: '#audit-rows' },
    { name: 'erased companies', path: erasurePaths.companyErasures() },
    { name: 'import of a company', path: companyFilePaths.imports() },
    { name: 'upload a company', path: companyFilePaths.imports(), dialog: companyFilePaths.upload() },
  ];
}

/** All pages of the menu and of both lists of settings that no other walk opens by themselves. */
export function menuScreens(things: Furnished): Screen[] {
  const walks = [workspaceScreens, otherScreens, officeScreens, platformScreens];
  const walked = walks.flatMap((screensOf) => screensOf(things)).filter(isPage);
  const listed = MODULES.flatMap(({ menu = [], settingsTabs = [] }) => [
    ...menu.filter(({ section }) => section !== 'top'),
    ...settingsTabs,
  ]);
  const paths = new Set(listed.map(({ href }) => href));
  for (const { path } of walked) paths.delete(path);
  return [...paths].map((path) => ({ name: path, path }));
}

const isPage = ({ dialog, isLayer, open }: Screen) => !dialog && !isLayer && !open;

/** Wider screens show its buttons in the row. */
async function rowMenu(page: Page): Promise<void> {
  const opener = page.locator('#user-rows [popovertarget$="-actions"]').first();
  if (await opener.isVisible()) await opener.click();
}

const week = (page: Page) => page.getByRole('tab', { name: 'Semana', exact: true }).click();
