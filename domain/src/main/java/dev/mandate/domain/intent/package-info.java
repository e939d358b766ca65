/** Signed intents: what signers of an account sign so that the engine changes something that no transaction changes. */
@NullMarked
package dev.mandate.domain.intent;

import org.jspecify.annotations.NullMarked;
