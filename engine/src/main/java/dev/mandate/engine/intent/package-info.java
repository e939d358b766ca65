/** Signed intents: who signed them, and that each is spent once. */
@NullMarked
package dev.mandate.engine.intent;

import org.jspecify.annotations.NullMarked;
