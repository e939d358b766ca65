package dev.mandate.adapters.kms;

import java.nio.file.Path;

/** Why keys cannot be read from their files. Contains nothing of a key or passphrase. */
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

    /** The vault was sealed with another passphrase. */
    record WrongPassphrase(Path vault) implements KeyFileProblem {
        @Override
        public String text() {
            return "the passphrase is not that of the key vault in " + vault;
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
