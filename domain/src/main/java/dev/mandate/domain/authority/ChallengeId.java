package dev.mandate.domain.authority;

/**
 * The id of a challenge by one-time code. It is no secret.
 *
 * @param text {@code otp_} and 32 of 0-9 and a-f
 */
public record ChallengeId(String text) {

    public ChallengeId {
        if (!text.matches("otp_[0-9a-f]{32}")) {
            throw new IllegalArgumentException("no id of a challenge");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
