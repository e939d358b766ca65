package dev.mandate.testkit.generators;

import dev.mandate.domain.chain.Address;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Generates addresses: of the participants, or any. */
public final class Addresses {

    private Addresses() {}

    /** Generates a participant's address; shrinks towards the first. */
    public static Arbitrary<Address> of(HistoryParticipants cast) {
        return Arbitraries.of(cast.people().asJava());
    }

    /** Generates any 32 bytes; the zero address is an edge case. */
    public static Arbitrary<Address> any() {
        return Arbitraries.bytes().array(byte[].class).ofSize(32).map(Address::of).edgeCases(edges -> edges.add(
                Address.ZERO));
    }
}
