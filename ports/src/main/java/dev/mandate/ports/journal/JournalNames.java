package dev.mandate.ports.journal;

/**
 * How names in the journal are spelled. ASCII alone, so that every store sorts and compares them alike, whatever its
 * collation. Names are the engine's own, hence a wrong one is a broken invariant and no refusal.
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

    /** As a key, but may be empty: the beginning of a key. */
    static void requireKeyPart(String what, String text) {
        if (text.length() > MAX_KEY || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(what + " is not at most 256 printable ASCII characters: " + text);
        }
    }
}
