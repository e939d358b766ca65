package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;

/**
 * A use of a limit that the engine keeps, reserved and not submitted yet.
 *
 * @param signers those who must sign before it is submitted. The engine's policy key signs when it is
 * @param until the reservation lapses at this time if the transaction is not submitted before
 */
public record ReservedUse(
        Address account, Address limit, UnsignedTransaction unsigned, FeeQuote fee, Array<Address> signers, UnixTime until) {}
