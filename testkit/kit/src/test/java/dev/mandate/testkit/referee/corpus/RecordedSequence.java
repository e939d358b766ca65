package dev.mandate.testkit.referee.corpus;

import io.vavr.collection.Array;

/**
 * Transactions from a fresh chain on.
 *
 * @param number the seed
 */
record RecordedSequence(int number, Kind kind, Array<RecordedStep> steps) {

    /** What the transactions are. */
    enum Kind {
        /** Each has one instruction to one account, which the rules decide. */
        RULES,
        /** Any instructions to two accounts: vault messages, nested calls, buffers, corrupted instructions. */
        PROGRAM
    }
}
