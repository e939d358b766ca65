package dev.mandate.testkit.generators;

import dev.mandate.domain.chain.Address;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Addresses: of the cast, or any. */
public final class Addresses {

    private Addresses() {}

    /** One of the people; shrinks towards the first. */
    public static Arbitrary<Address> of(HistoryParticipants cast) {
        return Arbitraries.of(cast.people().asJava());
    }

    /** Any 32 bytes, the zero address among them. */
    public static Arbitrary<Address> any() {
        return Arbitraries.bytes().array(byte[].class).ofSize(32).map(Address::of).edgeCases(edges -> edges.add(
                Address.ZERO));
    }
}
