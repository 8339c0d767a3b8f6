import type { PlanBlock, TaskCardBlock } from '@slack/types';
import { ExternalLink } from '../text/mentions.tsx';
import { RichText } from './rich-text.tsx';

const states = { pending: 'Pending', in_progress: 'In progress', complete: 'Complete', error: 'Error' };

export function TaskCard({ block }: { block: TaskCardBlock }) {
  return (
    <div className="task-card">
      <span className={`task-sign task-${block.status}`} role="img" aria-label={states[block.status]} />
      <div>
        <strong>{block.title}</strong>
        {block.details && <RichText block={block.details} />}
        {block.output && <RichText block={block.output} />}
        {block.sources?.map((source) => (
          <small key={source.url}>
            <ExternalLink url={source.url}>{source.text}</ExternalLink>
          </small>
        ))}
      </div>
    </div>
  );
}

function isTask(task: object): task is TaskCardBlock {
  return 'task_id' in task && 'title' in task && 'status' in task;
}

export function Plan({ block }: { block: PlanBlock }) {
  return (
    <div className="plan">
      <strong>{block.title}</strong>
      {(block.tasks ?? []).filter(isTask).map((task) => (
        <TaskCard key={task.task_id} block={task} />
      ))}
    </div>
  );
}
