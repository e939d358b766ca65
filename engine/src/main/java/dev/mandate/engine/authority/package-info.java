/** Authorities whose keys the engine holds: e-mail identities, their keys and accounts, and what lets the vault sign for them. */
@NullMarked
package dev.mandate.engine.authority;

import org.jspecify.annotations.NullMarked;
