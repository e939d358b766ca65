/**
 * Authorities whose keys the engine holds: who they are (e-mail address or secp256k1 key), how they prove it (one-time code, session key),
 * and when a proof has ended.
 */
@NullMarked
package dev.mandate.domain.authority;

import org.jspecify.annotations.NullMarked;
