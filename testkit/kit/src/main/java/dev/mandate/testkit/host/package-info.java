/** The contract of a host: its own chain, store, signer and clock together, under the engine. */
@NullMarked
package dev.mandate.testkit.host;

import org.jspecify.annotations.NullMarked;
