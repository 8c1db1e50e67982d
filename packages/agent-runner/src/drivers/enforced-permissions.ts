import type { EnforcedPermissions, Permissions } from '@ctx/contract';

/**
 * The permissions of a turn of a program that can be held to them.
 * @throws {TypeError} for `unrestricted`, which is only for programs that cannot
 */
export function enforced(permissions: Permissions): EnforcedPermissions {
  if (permissions !== 'unrestricted') return permissions;
  throw new TypeError(
    'permissions "unrestricted" are for programs that cannot be limited; use read-only, edit or full',
  );
}
