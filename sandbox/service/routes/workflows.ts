import { describeWorkflow, wrapRecord } from '#sandbox/service/answers/records.ts';
import { defineRoute, type Route } from '#sandbox/service/http/route.ts';
import type { Workflow } from '#sandbox/service/model.ts';
import { notFound } from '#sandbox/service/problem.ts';
import { workflowBody } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** `GET` and `POST /workflow/{workflowId}`; both answer with the record, where the variant has it. */
export function workflowRoutes(world: World): Route[] {
  const path = '/workflow/{workflowId}';
  const success = { status: 200, about: 'Success' };
  return [
    defineRoute({
      method: 'GET',
      path,
      about: 'Reads a workflow.',
      success,
      handle: ({ params }) => ({
        status: 200,
        body: wrapRecord(describeWorkflow(needWorkflow(world, params.workflowId), world), world),
      }),
    }),
    defineRoute({
      method: 'POST',
      path,
      about: 'Switches a workflow on or off.',
      success,
      body: workflowBody,
      handle({ params, body }) {
        const workflow = { ...needWorkflow(world, params.workflowId), on: body.on };
        world.store.workflows.put(workflow);
        if (world.variants.workflowAnswer === 'sparse') return { status: 200, text: '', type: undefined };
        return { status: 200, body: wrapRecord(describeWorkflow(workflow, world), world) };
      },
    }),
  ];
}

function needWorkflow(world: World, id = ''): Workflow {
  const workflow = world.store.workflows.get(id);
  if (!workflow) throw notFound('Workflow not found.');
  return workflow;
}
