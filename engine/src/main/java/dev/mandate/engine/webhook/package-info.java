/** Webhooks of tenants: their records, and the delivery of events to them. */
@NullMarked
package dev.mandate.engine.webhook;

import org.jspecify.annotations.NullMarked;
