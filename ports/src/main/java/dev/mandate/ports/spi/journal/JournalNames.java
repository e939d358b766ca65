package dev.mandate.ports.spi.journal;

/**
 * Syntax rules for names in the journal. Names are ASCII only, so that every store sorts and compares them alike, whatever its
 * collation. The engine itself chooses the names. A malformed name is therefore a bug, and throws an exception.
 */
final class JournalNames {

    private static final int MAX_WORD = 64;
    private static final int MAX_KEY = 256;

    private JournalNames() {}

    static void requireWord(String what, String text) {
        boolean fits = !text.isEmpty()
                && text.length() <= MAX_WORD
                && text.charAt(0) >= 'a'
                && text.charAt(0) <= 'z'
                && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
        if (!fits) {
            throw new IllegalArgumentException(what + " is not a word of lower-case letters, digits and hyphens: " + text);
        }
    }

    static void requireKey(String what, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        requireKeyPart(what, text);
    }

    /** Checks the beginning of a key. Unlike a key, it may be empty. */
    static void requireKeyPart(String what, String text) {
        if (text.length() > MAX_KEY || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(what + " is not at most 256 printable ASCII characters: " + text);
        }
    }
}
