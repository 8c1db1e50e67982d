import { withParts } from './broken-assembler.ts';
import { renderXml } from './formats.ts';
import { standalone } from './standalone-assembler.ts';

export const sound = () => standalone(renderXml);
export const losesTheTask = withParts(() => ({ task: '' }));
