export { createWorkflowRegistry } from './registry.ts';
export { createWorker } from './worker.ts';
