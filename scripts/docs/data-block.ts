import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { parseTeam } from '../../packages/team/src/team-file/parse-team.ts';
import { fileNameOf } from './module-block.ts';
import type { Block } from './read-blocks.ts';

/**
 * Returns what is wrong with a yaml or json block, or undefined. A block with `members` is a team file and must be
 * valid. A block that names a file is written to that file, for the blocks after it.
 */
export function checkDataBlock(block: Block, folder: string): string | undefined {
  try {
    const value = block.language === 'json' ? JSON.parse(block.text) : parseYaml(block.text);
    if (typeof value === 'object' && value !== null && 'members' in value) parseTeam(block.text);
  } catch (error) {
    return (error as Error).message;
  }
  const name = fileNameOf(block);
  if (name !== undefined) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), block.text);
  }
  return undefined;
}

function parseYaml(text: string): unknown {
  const documents = [parseAllDocuments(text)].flat();
  for (const { errors } of documents) if (errors[0] !== undefined) throw errors[0];
  return documents[0]?.toJS();
}
