/** Authorities whose keys the engine holds: sign-in by e-mail, and approvals that let the vault sign. */
@NullMarked
package dev.mandate.ports.api.authority;

import org.jspecify.annotations.NullMarked;
