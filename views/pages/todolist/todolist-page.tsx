import { TodoList } from '../../../islands/office/todo-list/todo-list.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { PageHeader, Panel } from '../../ui/page-header.tsx';

export function TodolistPage({ owner }: { owner: { id: number; companyId: number } }) {
  const t = useT();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('todolist:title')} text={t('todolist:hint')} />
      <Panel>
        <Island of={TodoList} name="todo-list" namespaces={['todolist', 'common']} props={{ owner }} />
      </Panel>
    </div>
  );
}
