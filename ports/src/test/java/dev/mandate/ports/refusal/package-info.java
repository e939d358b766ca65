/** Tests of the words and codes of refusals. */
@NullMarked
package dev.mandate.ports.refusal;

import org.jspecify.annotations.NullMarked;
