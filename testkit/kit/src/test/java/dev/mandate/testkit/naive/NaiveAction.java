package dev.mandate.testkit.naive;

import org.jspecify.annotations.Nullable;

/**
 * One action of a settings change. The tags are the program's, except for the order of the last three.
 *
 * @param subject the number of a person or of a limit, or NOBODY
 * @param number a mask, a threshold or seconds
 * @param limit the added limit, if any
 */
record NaiveAction(int tag, int subject, long number, @Nullable NaiveLimit limit) {

    static final int ADD_MEMBER = 0;
    static final int REMOVE_MEMBER = 1;
    static final int CHANGE_THRESHOLD = 2;
    static final int SET_TIME_LOCK = 3;
    static final int SET_RENT_COLLECTOR = 4;
    static final int ADD_LIMIT = 5;
    static final int REMOVE_LIMIT = 6;

    NaiveAction(int tag, int subject, long number) {
        this(tag, subject, number, null);
    }
}
