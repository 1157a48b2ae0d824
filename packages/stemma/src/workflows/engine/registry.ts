import type { Json } from '../../ports/run-store.ts';
import type { AnyWorkflow } from './definition.ts';

export type Resolution =
  | { kind: 'ready'; workflow: AnyWorkflow }
  | { kind: 'upgrade'; workflow: AnyWorkflow; state: Json; node: string }
  | { kind: 'unknown' };

/** Workflow tables by name and version; several versions of one may be kept for runs that wait. */
export type WorkflowRegistry = {
  readonly names: readonly string[];
  /** The table for new runs of a workflow. */
  newest(name: string): AnyWorkflow;
  /** What a stored run goes on with: its own table, an upgrade to the newest, or nothing. */
  resolve(run: { workflow: string; workflowVersion: number; state: Json; node: string }): Resolution;
};

export const createWorkflowRegistry = (workflows: readonly AnyWorkflow[]): WorkflowRegistry => {
  const versionsOf = (name: string): AnyWorkflow[] =>
    workflows.filter((workflow) => workflow.name === name).sort((a, b) => b.version - a.version);
  return {
    names: [...new Set(workflows.map((workflow) => workflow.name))],
    newest: (name) => {
      const [newest] = versionsOf(name);
      if (!newest) throw new TypeError(`no workflow is named ${name}`);
      return newest;
    },
    resolve: ({ workflow: name, workflowVersion, state, node }) => {
      const versions = versionsOf(name);
      const same = versions.find((workflow) => workflow.version === workflowVersion);
      if (same) return { kind: 'ready', workflow: same };
      const upgrading = versions.find((workflow) => workflow.upgrades?.[workflowVersion]);
      const upgrade = upgrading?.upgrades?.[workflowVersion];
      return upgrading && upgrade
        ? { kind: 'upgrade', workflow: upgrading, ...upgrade(state, node) }
        : { kind: 'unknown' };
    },
  };
};
