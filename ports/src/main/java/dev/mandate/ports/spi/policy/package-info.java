/** The policy port: a host's veto on transactions. */
@NullMarked
package dev.mandate.ports.spi.policy;

import org.jspecify.annotations.NullMarked;
