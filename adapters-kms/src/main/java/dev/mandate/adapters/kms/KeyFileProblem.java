package dev.mandate.adapters.kms;

import java.nio.file.Path;

/** Why a key cannot be read from its file. Contains nothing of the key itself. */
public sealed interface KeyFileProblem {

    /** The message for the operator, in one line. */
    String text();

    /** There is no such file. */
    record Missing(Path file) implements KeyFileProblem {
        @Override
        public String text() {
            return "there is no key at " + file;
        }
    }

    /**
     * The file's permissions let others than its owner read or change it.
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

    /** The content is not that of a key file. */
    record Damaged(Path file, String detail) implements KeyFileProblem {
        @Override
        public String text() {
            return file + " is damaged (" + detail + "): put a copy in its place";
        }
    }

    /** The file cannot be read or created: missing permission, a full disk. */
    record Unusable(Path file, String detail) implements KeyFileProblem {
        @Override
        public String text() {
            return file + " can't be used: " + detail;
        }
    }
}
