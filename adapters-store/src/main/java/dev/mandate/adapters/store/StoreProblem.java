package dev.mandate.adapters.store;

/** Why a store does not open. The attempt changed nothing in it. */
public sealed interface StoreProblem {

    /** The message for the operator: one line. */
    String text();

    /** The same for hosts that throw. */
    default IllegalStateException exception() {
        return new IllegalStateException(text());
    }

    /**
     * Another process, or another store of this process, has it open for writing.
     *
     * @param place the folder
     */
    record InUse(String place) implements StoreProblem {
        @Override
        public String text() {
            return place + " is in use by this or another process";
        }
    }

    /**
     * A newer version of Mandate migrated the store.
     *
     * @param found the number of its last migration
     * @param known the last one that this version knows
     */
    record Newer(String place, int found, int known) implements StoreProblem {
        @Override
        public String text() {
            return place + " was written by a newer version: its schema is number " + found + ", and this version knows "
                    + known;
        }
    }

    /**
     * A migration that was applied to the store differs from this version's migration of the same number.
     *
     * @param number the first that differs
     */
    record OtherHistory(String place, int number) implements StoreProblem {
        @Override
        public String text() {
            return place + " has another history: its migration " + number + " is not ours";
        }
    }

    /** The store's content does not have the expected format. */
    record Damaged(String place, String detail) implements StoreProblem {
        @Override
        public String text() {
            return place + " is damaged: " + detail + ". Keep it as it is, and restore the newest backup in another place.";
        }
    }

    /**
     * The schema has a trigger, view, table, index or the like that Mandate did not make. It could change or hide what is recorded.
     *
     * @param object its kind and name
     */
    record Unexpected(String place, String object) implements StoreProblem {
        @Override
        public String text() {
            return place + " has the " + object + ", which Mandate did not make. Find out who made it, drop it, and run verify-log.";
        }
    }

    /** The database belongs to another application. */
    record Foreign(String place) implements StoreProblem {
        @Override
        public String text() {
            return place + " belongs to another application";
        }
    }

    /** There is no store to read. */
    record Missing(String place) implements StoreProblem {
        @Override
        public String text() {
            return "there is no journal at " + place;
        }
    }

    /** The store can't be used: for example a permission is missing, the disk is full, or the server does not answer. */
    record Unusable(String place, String detail) implements StoreProblem {
        @Override
        public String text() {
            return place + " can't be used: " + detail;
        }
    }
}
