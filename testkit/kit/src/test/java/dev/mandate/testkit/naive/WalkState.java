package dev.mandate.testkit.naive;

import java.util.Arrays;

/**
 * One state of the walk in 48 bits: the people, the settings, the observed transaction and the clock.
 *
 * <p>Two states with the same {@link #key} have the same future. People are interchangeable, so the key sorts them. The key
 * leaves out facts that no rule reads any more: the votes of a proposal that is not open, and a timestamp that no time lock
 * uses. The walk keeps the first state of each key unchanged, so it continues only from states that were really reached.
 */
final class WalkState {

    static final int ABSENT = 8;

    static final int NO_CONTENT = 0;
    static final int VAULT = 1;
    static final int CONFIG = 2;
    /** It existed and is closed. */
    static final int GONE = 3;

    static final int NO_PROPOSAL = 7;

    /** The time since the approval: none, one second less than the time lock, or at least the time lock. */
    static final int NOW = 0;
    static final int ALMOST = 1;
    static final int LONG_AGO = 2;

    /** The mask of each person, or ABSENT. */
    final int[] masks;

    int approved;
    int rejected;
    int cancelled;
    int threshold;
    boolean locked;
    boolean collected;
    boolean controlled;
    /** An approved settings change at the index before can be executed now. */
    boolean early;

    boolean stale;
    int content;
    int status = NO_PROPOSAL;
    int age;

    WalkState(int people) {
        masks = new int[people];
    }

    static WalkState unpack(long packed, int people) {
        WalkState state = new WalkState(people);
        long rest = packed;
        for (int person = 0; person < people; person++) {
            int bits = (int) (rest & 0x7f);
            state.masks[person] = bits & 0xf;
            state.approved |= (bits >> 4 & 1) << person;
            state.rejected |= (bits >> 5 & 1) << person;
            state.cancelled |= (bits >> 6 & 1) << person;
            rest >>>= 7;
        }
        state.threshold = (int) (rest & 7);
        state.locked = (rest >> 3 & 1) != 0;
        state.collected = (rest >> 4 & 1) != 0;
        state.controlled = (rest >> 5 & 1) != 0;
        state.early = (rest >> 6 & 1) != 0;
        state.stale = (rest >> 7 & 1) != 0;
        state.content = (int) (rest >> 8 & 3);
        state.status = (int) (rest >> 10 & 7);
        state.age = (int) (rest >> 13 & 3);
        return state;
    }

    long pack() {
        return pack(approved, rejected, cancelled, age, false);
    }

    long key() {
        boolean open = status == NaiveMultisig.ACTIVE && !stale;
        boolean waiting = status == NaiveMultisig.APPROVED;
        return pack(open ? approved : 0, open ? rejected : 0, waiting ? cancelled : 0, waiting ? age : 0, true);
    }

    private long pack(int yes, int no, int off, int since, boolean sorted) {
        int[] people = new int[masks.length];
        for (int person = 0; person < people.length; person++) {
            people[person] = masks[person]
                    | (yes >> person & 1) << 4
                    | (no >> person & 1) << 5
                    | (off >> person & 1) << 6;
        }
        if (sorted) {
            Arrays.sort(people);
        }
        long packed = threshold
                | bit(locked) << 3
                | bit(collected) << 4
                | bit(controlled) << 5
                | bit(early) << 6
                | bit(stale) << 7
                | (long) content << 8
                | (long) status << 10
                | (long) since << 13;
        for (int person = people.length - 1; person >= 0; person--) {
            packed = packed << 7 | people[person];
        }
        return packed;
    }

    private static long bit(boolean flag) {
        return flag ? 1 : 0;
    }

    /** Returns whether an earlier person is in exactly the same position; then this person adds no new case. */
    boolean hasDouble(int person) {
        for (int other = 0; other < person; other++) {
            if (masks[other] == masks[person]
                    && (approved >> other & 1) == (approved >> person & 1)
                    && (rejected >> other & 1) == (rejected >> person & 1)
                    && (cancelled >> other & 1) == (cancelled >> person & 1)) {
                return true;
            }
        }
        return false;
    }

    int holders(int permission) {
        int count = 0;
        for (int mask : masks) {
            count += mask != ABSENT && (mask & permission) != 0 ? 1 : 0;
        }
        return count;
    }

    /** Returns the first present person with {@code permission}. */
    int first(int permission) {
        for (int person = 0; person < masks.length; person++) {
            if (masks[person] != ABSENT && (masks[person] & permission) != 0) {
                return person;
            }
        }
        throw new IllegalStateException("nobody holds " + permission);
    }

    @Override
    public String toString() {
        return "people " + Arrays.toString(masks) + " threshold " + threshold + (locked ? " locked" : "")
                + (collected ? " with collector" : "") + (controlled ? " with admin" : "") + (early ? " early" : "")
                + (stale ? " stale" : "") + " content " + content + " status " + status + " age " + age + " yes "
                + Integer.toBinaryString(approved) + " no " + Integer.toBinaryString(rejected) + " off "
                + Integer.toBinaryString(cancelled);
    }
}
