import { type CommandPlan, CtxError, type TurnInput } from '@ctx/contract';

const KNOWN_PERMISSIONS: readonly string[] = ['read-only', 'edit', 'full', 'unrestricted'];

/**
 * Refuses a turn that needs `allowFullAccess` and does not have it.
 *
 * @throws {TypeError} for permissions that do not exist
 * @throws {CtxError} `CTX_PERMISSION_REFUSED`
 */
export function checkPermissions(
  input: TurnInput,
  request: {
    readonly allowFullAccess: boolean;
    readonly riskyVariables?: readonly string[];
    readonly plan?: CommandPlan;
  },
): void {
  if (!KNOWN_PERMISSIONS.includes(input.permissions)) {
    throw new TypeError(
      `permissions must be read-only, edit, full or unrestricted, not ${JSON.stringify(input.permissions)}`,
    );
  }
  if (request.allowFullAccess) return;
  if (input.permissions === 'full') refuse('permissions "full"');
  checkVariables(request.riskyVariables ?? []);
  if (request.plan?.needsFullAccess !== undefined) refuse(request.plan.needsFullAccess);
}

/** @throws {CtxError} `CTX_PERMISSION_REFUSED` if the list is not empty. */
export function checkVariables(riskyVariables: readonly string[]): void {
  if (riskyVariables.length > 0) refuse(`env sets ${riskyVariables.join(', ')} for the agent`);
}

function refuse(what: string): never {
  throw new CtxError('CTX_PERMISSION_REFUSED', `Refused: ${what}. Pass allowFullAccess: true to accept it.`);
}
