package dev.mandate.testkit.generators;

import dev.mandate.domain.chain.Address;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;

/**
 * The participants of a generated history. There are few, so that they meet often.
 *
 * @param people possible signers, admins, spenders and strangers; at least one
 * @param slots possible addresses of spending limits; at least one
 * @param mints possible tokens of a limit, in addition to SOL
 */
public record HistoryParticipants(Array<Address> people, Array<Slot> slots, Array<Address> mints) {

    /** Six people with test keys, three addresses for limits, one mint. */
    public static final HistoryParticipants STANDARD = new HistoryParticipants(
            Array.range(0, 6).map(number -> TestKey.of("person " + number).address()),
            Array.range(0, 3)
                    .map(number -> new Slot(
                            TestKey.of("limit key " + number).address(),
                            TestKey.of("limit " + number).address())),
            Array.of(TestKey.of("mint").address()));

    /**
     * A possible spending limit.
     *
     * @param createKey the key that its address is derived from
     * @param limit its address; invented here, but the derived one in tests against a program
     */
    public record Slot(Address createKey, Address limit) {}

    public HistoryParticipants {
        if (people.isEmpty() || slots.isEmpty()) {
            throw new IllegalArgumentException("a cast needs people and places for limits");
        }
    }

    /** Returns a person for any number: it counts modulo the number of people. */
    Address person(int number) {
        return people.get(Math.floorMod(number, people.size()));
    }

    Slot slot(int number) {
        return slots.get(Math.floorMod(number, slots.size()));
    }
}
