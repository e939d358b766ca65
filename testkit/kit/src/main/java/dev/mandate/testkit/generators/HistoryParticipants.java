package dev.mandate.testkit.generators;

import dev.mandate.domain.chain.Address;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;

/**
 * Who and what takes part in a generated history: few, so that they meet again and again.
 *
 * @param people everyone who may be a signer, an admin, a spender or a stranger; at least one
 * @param slots where spending limits may stand; at least one
 * @param mints what a limit may be of, beside SOL
 */
public record HistoryParticipants(Array<Address> people, Array<Slot> slots, Array<Address> mints) {

    /** Six people with test keys, three places for limits, one mint. */
    public static final HistoryParticipants STANDARD = new HistoryParticipants(
            Array.range(0, 6).map(number -> TestKey.of("person " + number).address()),
            Array.range(0, 3)
                    .map(number -> new Slot(
                            TestKey.of("limit key " + number).address(),
                            TestKey.of("limit " + number).address())),
            Array.of(TestKey.of("mint").address()));

    /**
     * A place where a spending limit may stand.
     *
     * @param createKey the key that its address is derived from
     * @param limit its address: invented here; who plays against a program gives the derived one
     */
    public record Slot(Address createKey, Address limit) {}

    public HistoryParticipants {
        if (people.isEmpty() || slots.isEmpty()) {
            throw new IllegalArgumentException("a cast needs people and places for limits");
        }
    }

    /** Counts around the people: every number names someone. */
    Address person(int number) {
        return people.get(Math.floorMod(number, people.size()));
    }

    Slot slot(int number) {
        return slots.get(Math.floorMod(number, slots.size()));
    }
}
