/** Tests of the words and codes of refusals. */
@NullMarked
package dev.mandate.ports.api.refusal;

import org.jspecify.annotations.NullMarked;
