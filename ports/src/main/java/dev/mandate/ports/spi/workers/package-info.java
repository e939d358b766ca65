/** What background work reports to a host. */
@NullMarked
package dev.mandate.ports.spi.workers;

import org.jspecify.annotations.NullMarked;
