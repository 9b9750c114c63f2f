import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';
import type { BoardView } from '@/modules/kanban/kanban.views.ts';
import { paths } from '@/paths.ts';
import { KanbanBoard } from '../../../islands/office/kanban/kanban-board.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';

type Choice = { id: number; name: string };

type KanbanPageProps = {
  board: BoardView;
  filter: BoardFilter;
  queues: Choice[];
  people: Choice[];
  meId: number;
  canSeeOthers: boolean;
  canMakeColumns: boolean;
  now: number;
};

export function KanbanPage({
  board,
  filter,
  queues,
  people,
  meId,
  canSeeOthers,
  canMakeColumns,
  now,
}: KanbanPageProps) {
  const t = useT();
  return (
    <div className="board">
      <header className="list-head">
        <h1 className="min-w-0 grow basis-40 page-title truncate">{t('kanban:title')}</h1>
        <search id="kanban-filters" className="list-tools">
          <SearchField
            id="search"
            name="searchParam"
            label={t('common:search')}
            defaultValue={filter.searchParam}
            className="min-w-0 sm:w-64 sm:shrink-0"
          />
          <Choices
            name="queueId"
            label={t('kanban:queue')}
            all={t('tickets:allQueues')}
            choices={queues}
            chosen={filter.queueId}
          />
          {canSeeOthers ? (
            <Choices
              name="userId"
              label={t('kanban:agent')}
              all={t('kanban:allAgents')}
              choices={people}
              chosen={filter.userId}
            />
          ) : null}
        </search>
      </header>
      {board.lanes.length > 1 ? null : <NoColumns canMakeColumns={canMakeColumns} />}
      <Island
        of={KanbanBoard}
        name="kanban-board"
        namespaces={['kanban', 'tickets', 'messages', 'common']}
        className="board-place"
        props={{ board, filter, meId, seesOthers: canSeeOthers, now }}
      />
    </div>
  );
}

type ChoicesProps = {
  name: string;
  label: string;
  all: string;
  choices: Choice[];
  chosen: number | undefined;
};

function Choices({ name, label, all, choices, chosen }: ChoicesProps) {
  return (
    <select name={name} aria-label={label} defaultValue={chosen ?? ''} className="select min-w-0 sm:min-w-42">
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.name}
        </option>
      ))}
    </select>
  );
}

function NoColumns({ canMakeColumns }: { canMakeColumns: boolean }) {
  const t = useT();
  const action = canMakeColumns ? (
    <LinkButton href={paths.tags()} icon="tag" variant="primary">
      {t('kanban:toTags')}
    </LinkButton>
  ) : undefined;
  const text = t(canMakeColumns ? 'kanban:noColumns.text' : 'kanban:noColumns.ask');
  return (
    <div className="panel mb-4">
      <RenderedState icon="kanban" title={t('kanban:noColumns.title')} text={text} action={action} />
    </div>
  );
}
