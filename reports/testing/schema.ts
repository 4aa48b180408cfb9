import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const SCHEMA = new URL('../../../reports/report.schema.json', import.meta.url);
const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

/** The complaints of the published schema about the text of a JSON report. */
export function schemaComplaints(text: string): readonly string[] {
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
