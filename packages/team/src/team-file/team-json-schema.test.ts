import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { teamJsonSchema } from './team-json-schema.ts';

describe('the published JSON Schema', () => {
  it('matches the schema in the code; `npm run schema` in packages/team updates it', async () => {
    const published = await readFile(new URL('../../schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(teamJsonSchema())));
  });

  it('describes every field', () => {
    const schema = JSON.parse(JSON.stringify(teamJsonSchema())) as {
      properties: Record<
        string,
        { description?: string; items?: { oneOf: { properties: Record<string, { description?: string }> }[] } }
      >;
    };
    const agent = schema.properties['members']?.items?.oneOf[1]?.properties ?? {};
    for (const field of [...Object.values(schema.properties), ...Object.values(agent)]) {
      expect(field.description).toBeTruthy();
    }
    expect(Object.keys(agent)).toContain('instructionFile');
  });
});
