package dev.mandate.ports.api.tenant;

import io.vavr.control.Either;

/**
 * The word by which a client calls a signer's part in an account, for example {@code backup}. It is kept and shown, and decides nothing: the chain has no
 * roles.
 */
public record SignerRole(String word) {

    /** In characters. */
    public static final int MAX_LENGTH = 32;

    public SignerRole {
        if (!isFit(word)) {
            throw new IllegalArgumentException("no role of a signer");
        }
    }

    /** {@code text} is empty, longer than {@link #MAX_LENGTH}, or has other characters than ASCII letters, digits, {@code _} and {@code -}. */
    public record Unfit(String text) {}

    public static Either<Unfit, SignerRole> parse(String text) {
        return isFit(text) ? Either.right(new SignerRole(text)) : Either.left(new Unfit(text));
    }

    private static boolean isFit(String word) {
        return !word.isEmpty()
                && word.length() <= MAX_LENGTH
                && word.chars().allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '-'));
    }
}
