package dev.mandate.domain.authority;

import io.vavr.control.Option;

/**
 * The id of a challenge by one-time code. It is no secret.
 *
 * @param text {@code otp_} and 32 of 0-9 and a-f
 */
public record ChallengeId(String text) {

    private static final String FORM = "otp_[0-9a-f]{32}";

    public ChallengeId {
        if (!text.matches(FORM)) {
            throw new IllegalArgumentException("no id of a challenge");
        }
    }

    /** The id that {@code text} spells; none if it is none. */
    public static Option<ChallengeId> parse(String text) {
        return Option.when(text.matches(FORM), () -> new ChallengeId(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
