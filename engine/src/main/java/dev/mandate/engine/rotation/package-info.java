/** The replacement of the operator's secret, as the journal records it. */
@NullMarked
package dev.mandate.engine.rotation;

import org.jspecify.annotations.NullMarked;
