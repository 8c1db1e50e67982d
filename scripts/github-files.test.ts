import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);
const read = (path: string) => parse(readFileSync(new URL(path, root), 'utf8'));
const forms = readdirSync(new URL('.github/ISSUE_TEMPLATE/', root)).filter((name) => name !== 'config.yml');

describe.each(forms)('the issue form %s', (name) => {
  const { name: title, description, body } = read(`.github/ISSUE_TEMPLATE/${name}`);

  it('has what GitHub requires of a form and of each field', () => {
    expect([typeof title, typeof description]).toEqual(['string', 'string']);
    const fields = body.filter(({ type }: { type: string }) => type !== 'markdown');
    expect(fields.length).toBeGreaterThan(0);
    for (const { type, id, attributes } of fields) {
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(id).toMatch(/^[\w-]+$/);
      expect(typeof attributes.label).toBe('string');
    }
    expect(new Set(fields.map(({ id }: { id: string }) => id)).size).toBe(fields.length);
  });

  it('names only documents that exist', () => {
    const text = readFileSync(new URL(`.github/ISSUE_TEMPLATE/${name}`, root), 'utf8');
    for (const [path] of text.matchAll(/docs\/[\w-]+\.md/g)) expect(existsSync(new URL(path, root)), path).toBe(true);
  });
});

it('security problems are not reported in public issues', () => {
  const { contact_links: links } = read('.github/ISSUE_TEMPLATE/config.yml');
  expect(links).toMatchObject([{ url: expect.stringMatching(/\/security\/policy$/) }]);
});

it('dependabot watches the actions and the tools, and raises no major version', () => {
  const { version, updates } = read('.github/dependabot.yml');
  expect(version).toBe(2);
  expect(updates.map((update: { 'package-ecosystem': string }) => update['package-ecosystem'])).toEqual([
    'github-actions',
    'npm',
  ]);
  for (const { directory, schedule } of updates) expect([directory, schedule.interval]).toEqual(['/', 'weekly']);
  expect(updates[1].ignore).toEqual([{ 'dependency-name': '*', 'update-types': ['version-update:semver-major'] }]);
});
