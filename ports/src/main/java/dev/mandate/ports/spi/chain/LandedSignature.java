package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A transaction in the history of an address.
 *
 * @param signature its first, the argument of {@link Chain#landed}
 * @param slot where it landed
 * @param time when that block was made, by the chain's clock; none where the node does not know
 * @param failure why it failed, with no effect but its fee; none if it succeeded
 */
public record LandedSignature(
        Signature signature, long slot, Option<UnixTime> time, Option<TransactionFailure> failure) {}
