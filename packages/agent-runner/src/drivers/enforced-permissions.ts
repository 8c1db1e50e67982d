import type { EnforcedPermissions, Permissions } from '@ctx/contract';

/**
 * The permissions of a turn, for a program that can enforce them.
 * @throws {TypeError} for `unrestricted`, which is only for programs that cannot enforce permissions
 */
export function enforced(permissions: Permissions): EnforcedPermissions {
  if (permissions !== 'unrestricted') return permissions;
  throw new TypeError(
    'permissions "unrestricted" are for programs that cannot be limited; use read-only, edit or full',
  );
}
