/** The durable nonces that a tenant's accounts allow by signed intents. */
@NullMarked
package dev.mandate.engine.nonce;

import org.jspecify.annotations.NullMarked;
