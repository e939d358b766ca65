/** A chain in domain terms: networks, addresses, instructions, and the messages made of them. */
@NullMarked
package dev.mandate.domain.chain;

import org.jspecify.annotations.NullMarked;
