import { AddedItem, ItemError, Refusal, RunEvent } from '../packages/contract/dist/events.js';
import { Claim } from '../packages/contract/dist/records.js';
import { NOTICE, table } from './reference-tables.mjs';

const MEANINGS = {
  run_status: 'The run changed its status. Each run ends with exactly one terminal status.',
  message: 'A message begins. It is being checked until `message_done`.',
  block: 'A whole block of a message; the last one of a `blockId` wins.',
  block_text: 'Text appended to a block at a UTF-16 offset.',
  message_done: 'The message stands. Only such a message is an answer.',
  message_retracted: 'A message that will not stand is taken back.',
  tool_started: 'A tool call begins; a second one of the same `callId` replaces its arguments.',
  tool_finished: 'A tool call ended. Every call gets exactly one.',
  evidence_added: 'A passage was admitted to the ledger of the run.',
  progress: 'How far a stage is.',
  item_finished: 'What became of one input of `add`.',
  approval_requested: 'The run waits for a decision; what is asked stands here whole.',
  approval_decided: 'The decision was made.',
  usage: 'What one call of a model used; null is unknown, not nothing.',
  error: 'A fault, as code and parameters.',
};

const NAMED = new Map([
  [AddedItem, 'AddedItem'],
  [Refusal, 'Refusal'],
  [ItemError, 'Fault'],
  [Claim, 'Claim'],
]);

/** A schema in a few words. */
const typeOf = (schema) => {
  const named = NAMED.get(schema);
  if (named) return named;
  const { def } = schema;
  switch (def.type) {
    case 'optional':
      return `${typeOf(def.innerType)}, optional`;
    case 'nullable':
      return `${typeOf(def.innerType)} or null`;
    case 'array':
      return `list of ${typeOf(def.element)}`;
    case 'enum':
      return Object.values(def.entries)
        .map((entry) => `\`${entry}\``)
        .join(' ');
    case 'literal':
      return def.values.map((value) => `\`${value}\``).join(' ');
    case 'union':
      return def.options.map(typeOf).join(' or ');
    case 'record':
      return `map of ${typeOf(def.valueType)}`;
    case 'object':
      return Object.entries(def.shape)
        .map(([name, inner]) => `${name}: ${typeOf(inner)}`)
        .join('; ');
    case 'lazy':
      return 'JSON';
    case 'number':
      return def.checks?.some((check) => check._zod?.def?.format === 'safeint') || def.format === 'safeint'
        ? 'whole number'
        : 'number';
    default:
      return def.type === 'string' ? 'text' : def.type;
  }
};

const HEAD = new Set(['v', 'runId', 'seq', 'at', 'type']);

export const eventsPage = () => {
  const sections = RunEvent.options.map((option) => {
    const type = option.shape.type.value;
    const meaning = MEANINGS[type];
    if (!meaning) throw new Error(`scripts/reference-events.mjs has no sentence for the event ${type}`);
    const fields = Object.entries(option.shape).filter(([name]) => !HEAD.has(name));
    const rows = fields.map(([name, schema]) => [`\`${name}\``, typeOf(schema)]);
    return `## \`${type}\`\n\n${meaning}\n\n${table(['field', 'holds'], rows)}\n`;
  });
  return `# Events of a run

${NOTICE}

Every event has \`v\` (1), \`runId\`, \`seq\` (from 1, without gap), \`at\` (milliseconds since 1970, UTC) and
\`type\`. It is stored before it is sent. Within a version only optional fields are added; a reader shows an
event of a type it does not know as one line and goes on.

${sections.join('\n')}`;
};
