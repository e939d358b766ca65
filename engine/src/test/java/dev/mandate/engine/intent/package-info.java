/** Tests of signed intents. */
@NullMarked
package dev.mandate.engine.intent;

import org.jspecify.annotations.NullMarked;
