/** Sends webhooks by HTTP. */
@NullMarked
package dev.mandate.adapters.webhook;

import org.jspecify.annotations.NullMarked;
