/** The contract of webhook senders: an adapter's tests extend it. */
@NullMarked
package dev.mandate.testkit.webhook;

import org.jspecify.annotations.NullMarked;
