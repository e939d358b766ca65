package dev.mandate.adapters.store;

/** Why a store does not open. Nothing in it was changed. */
public sealed interface StoreProblem {

    /** What the operator is told: one line. */
    String text();

    /**
     * Somebody else has it open for writing.
     *
     * @param place the folder
     */
    record InUse(String place) implements StoreProblem {
        @Override
        public String text() {
            return place + " is in use by another process";
        }
    }

    /**
     * A newer version of Mandate has written to it.
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
     * A migration that it has been through is not the one that this version knows under the same number.
     *
     * @param number the first that differs
     */
    record OtherHistory(String place, int number) implements StoreProblem {
        @Override
        public String text() {
            return place + " has another history: its migration " + number + " is not ours";
        }
    }

    /** What is there can't be read as what it should be. */
    record Damaged(String place, String detail) implements StoreProblem {
        @Override
        public String text() {
            return place + " is damaged: " + detail;
        }
    }

    /** There is a database, but of another application. */
    record Foreign(String place) implements StoreProblem {
        @Override
        public String text() {
            return place + " belongs to another application";
        }
    }

    /** There is nothing, where something was to be read. */
    record Missing(String place) implements StoreProblem {
        @Override
        public String text() {
            return "there is no journal at " + place;
        }
    }

    /** The place can't be used: no right to it, a full disk, no answer. */
    record Unusable(String place, String detail) implements StoreProblem {
        @Override
        public String text() {
            return place + " can't be used: " + detail;
        }
    }
}
