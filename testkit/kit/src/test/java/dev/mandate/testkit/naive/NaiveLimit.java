package dev.mandate.testkit.naive;

import java.util.List;

/** A spending limit account. Amounts are unsigned. */
final class NaiveLimit {

    /** 0 OneTime, 1 Day, 2 Week, 3 Month. */
    final int period;

    final long amount;
    final List<Integer> members;
    final List<Integer> destinations;
    long remaining;
    long lastReset;

    NaiveLimit(int period, long amount, List<Integer> members, List<Integer> destinations) {
        this.period = period;
        this.amount = amount;
        this.members = members;
        this.destinations = destinations;
    }

    NaiveLimit copy() {
        NaiveLimit copy = new NaiveLimit(period, amount, members, destinations);
        copy.remaining = remaining;
        copy.lastReset = lastReset;
        return copy;
    }

    NaiveLimit openedAt(long now) {
        NaiveLimit opened = copy();
        opened.remaining = amount;
        opened.lastReset = now;
        return opened;
    }

    int invariant() {
        if (amount == 0) {
            return 6039;
        }
        if (members.isEmpty()) {
            return 6001;
        }
        return members.stream().distinct().count() < members.size() ? 6000 : NaiveMultisig.OK;
    }

    int use(int person, int destination, long asked, long now) {
        if (!members.contains(person)) {
            return 6004;
        }
        if (!destinations.isEmpty() && !destinations.contains(destination)) {
            return 6025;
        }
        long days = new long[] {0, 1, 7, 30}[period];
        long resetAt = lastReset;
        long left = remaining;
        // Advances one period at a time while more than a period has passed.
        if (days > 0 && now - resetAt > days * 86_400) {
            left = amount;
            while (now - resetAt >= days * 86_400) {
                resetAt += days * 86_400;
            }
        }
        if (Long.compareUnsigned(asked, left) > 0) {
            return 6026;
        }
        remaining = left - asked;
        lastReset = resetAt;
        return NaiveMultisig.OK;
    }
}
