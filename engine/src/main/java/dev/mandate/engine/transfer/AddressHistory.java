package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.api.custody.BuildRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.Comparator;

/** Transactions, newest first, read slot by slot. Mutable: serves one query. */
interface AddressHistory {

    /**
     * The order within a slot. No node tells the order of execution across histories. Any order will do if it is always the same.
     */
    Comparator<Signature> IN_SLOT = (one, other) -> Arrays.compareUnsigned(
            one.bytes().toArray(), other.bytes().toArray());

    /** The transactions of the next slot that has some, each once, in the order of {@link #IN_SLOT}; empty at the end. */
    Either<BuildRefusal, Array<LandedSignature>> nextSlot();

    /**
     * Takes older transactions of these addresses in as well, unless they are there.
     *
     * @return false if they are too many: then only some are taken in
     */
    boolean follow(Seq<Address> addresses, Signature before);

    /** The addresses whose histories are not read to their end. */
    Array<Address> unfinished();
}
