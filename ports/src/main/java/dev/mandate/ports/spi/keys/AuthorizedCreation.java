package dev.mandate.ports.spi.keys;

import dev.mandate.ports.spi.program.UnsignedTransaction;

/**
 * A transaction that was built here, decoded again from its bytes, and found to create one account and nothing else. Only the engine's
 * decision about creations constructs it; an architecture test checks that. So an {@link OperatorKey} signs nothing else.
 *
 * @param id of the account; its create key is derived from it
 */
public record AuthorizedCreation(CreationId id, UnsignedTransaction transaction) {}
