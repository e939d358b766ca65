package dev.mandate.domain.transaction;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import java.util.Arrays;
import java.util.function.Predicate;

/** The set of addresses that gave the same vote, in address order. Immutable; each address counts once. */
public final class Voters {

    public static final Voters NONE = new Voters(new Address[0]);

    private final Address[] sorted;

    private Voters(Address[] sorted) {
        this.sorted = sorted;
    }

    public static Voters of(Iterable<Address> addresses) {
        Address[] all = Array.ofAll(addresses).toJavaArray(Address[]::new);
        Arrays.sort(all);
        int distinct = 0;
        for (Address address : all) {
            if (distinct == 0 || !address.equals(all[distinct - 1])) {
                all[distinct++] = address;
            }
        }
        return new Voters(Arrays.copyOf(all, distinct));
    }

    public boolean contain(Address address) {
        return Arrays.binarySearch(sorted, address) >= 0;
    }

    public int count() {
        return sorted.length;
    }

    public Voters with(Address address) {
        int position = Arrays.binarySearch(sorted, address);
        if (position >= 0) {
            return this;
        }
        int insertion = -position - 1;
        Address[] more = Arrays.copyOf(sorted, sorted.length + 1);
        System.arraycopy(sorted, insertion, more, insertion + 1, sorted.length - insertion);
        more[insertion] = address;
        return new Voters(more);
    }

    public Voters without(Address address) {
        return retain(voter -> !voter.equals(address));
    }

    /** The addresses that {@code kept} accepts. */
    public Voters retain(Predicate<Address> kept) {
        Address[] fewer = new Address[sorted.length];
        int count = 0;
        for (Address voter : sorted) {
            if (kept.test(voter)) {
                fewer[count++] = voter;
            }
        }
        return count == sorted.length ? this : new Voters(Arrays.copyOf(fewer, count));
    }

    /** In address order. */
    public Array<Address> toArray() {
        return Array.of(sorted);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Voters voters && Arrays.equals(sorted, voters.sorted);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sorted);
    }

    @Override
    public String toString() {
        return Arrays.toString(sorted);
    }
}
