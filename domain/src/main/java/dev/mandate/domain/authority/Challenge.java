package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A challenge by one-time code.
 *
 * @param appName the application that asks; shown in the mail
 * @param end when a session ends that its verification begins, unless the verification says otherwise
 * @param attemptsLeft how many wrong codes it still takes
 * @param proof the answer to its verification; none while it is open
 */
public record Challenge(
        ChallengeId id,
        Delivery delivery,
        Option<String> appName,
        UnixTime startedAt,
        UnixTime expiresAt,
        SessionEnd end,
        int attemptsLeft,
        Option<SessionProof> proof) {

    /** Whether its code is sent. */
    public enum Delivery {
        MAILED,
        /** A decoy: the address may not sign in, and nobody may notice. No code is right. */
        WITHHELD
    }

    Challenge missed() {
        return new Challenge(id, delivery, appName, startedAt, expiresAt, end, attemptsLeft - 1, proof);
    }

    Challenge proven(SessionProof by) {
        return new Challenge(id, delivery, appName, startedAt, expiresAt, end, attemptsLeft, Option.some(by));
    }
}
