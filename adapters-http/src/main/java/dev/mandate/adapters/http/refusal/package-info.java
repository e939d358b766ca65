/**
 * What the rules, the engine and the chain refuse, as a client reads it: a code, a sentence with the facts, the field that is
 * to blame and what would help.
 */
@NullMarked
package dev.mandate.adapters.http.refusal;

import org.jspecify.annotations.NullMarked;
