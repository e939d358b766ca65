package dev.mandate.adapters.kms;

import java.nio.file.Path;

/** Why a key can't be taken from its file. Says nothing of the key itself. */
public sealed interface KeyFileProblem {

    /** What the operator is told: one line. */
    String text();

    /** There is no such file. */
    record Missing(Path file) implements KeyFileProblem {
        @Override
        public String text() {
            return "there is no key at " + file;
        }
    }

    /**
     * Others than the owner may read or change it.
     *
     * @param permissions as {@code ls} shows them, such as {@code rw-r--r--}
     */
    record OpenToOthers(Path file, String permissions) implements KeyFileProblem {
        @Override
        public String text() {
            return file + " is open to others than its owner (" + permissions
                    + "): whoever has read it can sign in its name. If nobody has: chmod 600 " + file;
        }
    }

    /** What is there is not what was written. */
    record Damaged(Path file, String detail) implements KeyFileProblem {
        @Override
        public String text() {
            return file + " is damaged (" + detail + "): put a copy in its place";
        }
    }

    /** The file can't be read, or not be made: no right to it, a full disk. */
    record Unusable(Path file, String detail) implements KeyFileProblem {
        @Override
        public String text() {
            return file + " can't be used: " + detail;
        }
    }
}
