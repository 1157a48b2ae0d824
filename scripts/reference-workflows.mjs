import { addSourceWorkflow } from '../packages/stemma/dist/workflows/add-source/add-source.js';
import { answerWorkflow } from '../packages/stemma/dist/workflows/answer/answer.js';
import { workflowDiagram } from '../packages/stemma/dist/workflows/engine/definition.js';
import { NOTICE } from './reference-tables.mjs';

/** Tables only: nothing of them is run, so their parts are not needed. */
const WORKFLOWS = [addSourceWorkflow({}), answerWorkflow({})];

export const workflowsPage = () => {
  const sections = WORKFLOWS.map(
    (workflow) =>
      `## ${workflow.name}, version ${workflow.version}\n\n\`\`\`mermaid\n${workflowDiagram(workflow)}\n\`\`\`\n`,
  );
  return `# Workflows\n\n${NOTICE}\n\nDrawn from the node tables that the engine enforces. How nodes and steps run: [runs](../architecture/runs.md).\n\n${sections.join('\n')}`;
};
