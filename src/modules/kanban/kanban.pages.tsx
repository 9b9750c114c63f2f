import { KanbanPage } from '@views/pages/kanban/kanban-page.tsx';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isAdminOrSupervisor, requireUser } from '@/core/policy.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { readBoard } from './board.queries.ts';
import { seesWorkOfOthers } from './board-filter.queries.ts';
import { BoardFilter } from './kanban.schema.ts';

export const kanbanPages = [
  pageRoute('GET /kanban', {
    access: 'person',
    feature: 'useKanban',
    query: BoardFilter,
    async answer(c, { query: filter }) {
      const { scope } = c.var;
      const isWide = seesWorkOfOthers(scope);
      const [board, queues, people] = await Promise.all([
        readBoard(scope, filter),
        listQueueChoices(scope),
        isWide ? listPeopleNames(scope) : [],
      ]);
      const props = {
        board,
        queues,
        people,
        filter: { ...filter, userId: isWide ? filter.userId : undefined },
        meId: requireUser(scope).id,
        canSeeOthers: isWide,
        canMakeColumns: isAdminOrSupervisor(scope.actor),
        now: scope.now().getTime(),
      };
      return page(c, { title: 'kanban:title', active: 'kanban', view: 'board' }, <KanbanPage {...props} />);
    },
  }),
];
