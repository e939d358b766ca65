package dev.mandate.ports.keys;

import dev.mandate.ports.program.UnsignedTransaction;

/**
 * A transaction that was built here, read back from its bytes, and found to make one account and nothing else. Only the engine's
 * decision about creations constructs it, which an architecture test checks: so an {@link OperatorKey} signs nothing else.
 *
 * @param id of the account, which names its create key
 */
public record AuthorizedCreation(CreationId id, UnsignedTransaction transaction) {}
