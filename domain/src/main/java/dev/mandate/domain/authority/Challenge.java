package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A challenge by one-time code.
 *
 * @param appName the application that asks; shown in the mail
 * @param end when a session ends that its verification begins, unless the verification says otherwise
 * @param attemptsLeft how many wrong codes it still takes from callers that name its id
 * @param proof the answer to its verification; none while it is open
 * @param attemptsLeftWithoutId how many wrong codes it still takes from callers that name the e-mail address alone
 */
public record Challenge(
        ChallengeId id,
        Delivery delivery,
        Option<String> appName,
        UnixTime startedAt,
        UnixTime expiresAt,
        SessionEnd end,
        int attemptsLeft,
        Option<SessionProof> proof,
        int attemptsLeftWithoutId) {

    /** Whether its code is sent. */
    public enum Delivery {
        MAILED,
        /** A decoy: the address may not sign in, and nobody may notice. No code is right. */
        WITHHELD
    }

    /** How a code names its challenge. Only who started the challenge knows its id, so the two have attempts of their own. */
    public enum Attempt {
        WITH_ID,
        WITHOUT_ID
    }

    /** How many wrong codes it still takes. */
    public int attemptsLeft(Attempt attempt) {
        return switch (attempt) {
            case WITH_ID -> attemptsLeft;
            case WITHOUT_ID -> attemptsLeftWithoutId;
        };
    }

    /** Whether a code is judged. */
    boolean takes(Attempt attempt) {
        return proof.isEmpty() && attemptsLeft(attempt) > 0;
    }

    Challenge missed(Attempt attempt) {
        return new Challenge(
                id,
                delivery,
                appName,
                startedAt,
                expiresAt,
                end,
                attempt == Attempt.WITH_ID ? attemptsLeft - 1 : attemptsLeft,
                proof,
                attempt == Attempt.WITHOUT_ID ? attemptsLeftWithoutId - 1 : attemptsLeftWithoutId);
    }

    Challenge proven(SessionProof by) {
        return new Challenge(
                id, delivery, appName, startedAt, expiresAt, end, attemptsLeft, Option.some(by), attemptsLeftWithoutId);
    }
}
