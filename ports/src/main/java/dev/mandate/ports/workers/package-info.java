/** What background work reports to a host. */
@NullMarked
package dev.mandate.ports.workers;

import org.jspecify.annotations.NullMarked;
