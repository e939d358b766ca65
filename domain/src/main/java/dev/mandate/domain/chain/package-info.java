/** The chain in domain terms: networks, addresses, instructions and messages. */
@NullMarked
package dev.mandate.domain.chain;

import org.jspecify.annotations.NullMarked;
