/** What sends webhooks. */
@NullMarked
package dev.mandate.ports.spi.webhook;

import org.jspecify.annotations.NullMarked;
