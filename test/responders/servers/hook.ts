// n8n's webhook node: "Respond immediately" answers 200 {"message":"Workflow was started"}. Source:
// docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-base.webhook
import { serve } from './serve.ts';

serve(({ method, path }) =>
  method === 'POST' && path.startsWith('/webhook/') ? { message: 'Workflow was started' } : undefined,
);
