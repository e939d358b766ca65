/** Webhooks: a tenant's events, sent to addresses of its own. */
@NullMarked
package dev.mandate.ports.api.webhook;

import org.jspecify.annotations.NullMarked;
