/** Whether a service can serve requests. */
@NullMarked
package dev.mandate.engine.readiness;

import org.jspecify.annotations.NullMarked;
