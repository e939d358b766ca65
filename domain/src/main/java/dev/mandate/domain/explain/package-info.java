/** What a transaction does, in the words of the programs that it calls: decoded instructions, the money that they move, and hashes of their meaning. */
@NullMarked
package dev.mandate.domain.explain;

import org.jspecify.annotations.NullMarked;
